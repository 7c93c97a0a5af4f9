import { closeSync, openSync, readSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Longer than anything takes on a busy machine. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 1;

/** What the nodes have logged, in the order in which it was noticed. */
export function readNodeLogs(files: string[]) {
  const readers = files.map(followFile);
  const lines: string[] = [];
  const finished = new Set<string>();

  function readOn(): void {
    for (const line of readers.flatMap((reader) => reader.newLines())) {
      lines.push(line);
      const id = /"request_id":"([^"]+)".*"msg":"answered"/.exec(line)?.[1];
      if (id !== undefined) finished.add(id);
    }
  }

  // What each says of its start comes before whatever happens then.
  readOn();
  return {
    lines(): string[] {
      readOn();
      return lines;
    },
    /** A node writes the line of a call when its response is on its way. */
    async untilTold(id: unknown): Promise<void> {
      if (typeof id !== 'string') return;
      const deadline = Date.now() + PATIENCE_MS;
      for (readOn(); !finished.has(id); readOn()) {
        if (Date.now() > deadline) throw new Error(`No node has a line in its log about the call ${id}`);
        await delay(PAUSE_MS);
      }
    },
    close() {
      for (const reader of readers) reader.close();
    },
  };
}

function followFile(file: string) {
  const descriptor = openSync(file, 'r');
  const chunk = Buffer.alloc(65_536);
  let unfinished = Buffer.alloc(0);
  return {
    newLines(): string[] {
      const found: string[] = [];
      for (let length = readSync(descriptor, chunk); length > 0; length = readSync(descriptor, chunk)) {
        const bytes = Buffer.concat([unfinished, chunk.subarray(0, length)]);
        const end = bytes.lastIndexOf(0x0a) + 1;
        unfinished = bytes.subarray(end);
        if (end > 0) found.push(...bytes.toString('utf8', 0, end - 1).split('\n'));
      }
      return found;
    },
    close: () => closeSync(descriptor),
  };
}
