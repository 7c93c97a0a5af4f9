import { createHash } from 'node:crypto';
import { closeSync, openSync, writevSync } from 'node:fs';
import { release } from '../platform/release.ts';
import { createJpegInspector } from './jpeg-structure.ts';
import type { OwnBytes, PhotoWork } from './photo-thread.ts';

interface BegunFile {
  descriptor: number;
  hash: ReturnType<typeof createHash>;
  inspector: ReturnType<typeof createJpegInspector>;
}

/** Writes photos as they come in, in one pass with hashing and inspecting them. It waits for the disk: it has its own thread. */
export function createPhotoWriter(): Pick<PhotoWork, 'write' | 'finish' | 'abandon'> {
  const begun = new Map<string, BegunFile>();

  function begin(path: string): void {
    const parts = { hash: createHash('sha256'), inspector: createJpegInspector() };
    begun.set(path, { ...parts, descriptor: openSync(path, 'wx', 0o600) });
  }

  function append(path: string, chunks: OwnBytes[]): BegunFile {
    const file = begun.get(path);
    // Its beginning is not known here: nothing can be said about the photo.
    if (file === undefined) throw new Error('The thread that began this photo has ended');
    let bytes = 0;
    try {
      for (const chunk of chunks) {
        file.inspector.push(Buffer.from(chunk.buffer));
        file.hash.update(chunk);
        bytes += chunk.length;
      }
      if (writevSync(file.descriptor, chunks) !== bytes) throw new PartlyWritten();
      return file;
    } finally {
      chunks.forEach(release);
    }
  }

  function close(path: string): void {
    const file = begun.get(path);
    begun.delete(path);
    if (file !== undefined) closeSync(file.descriptor);
  }

  return {
    write(path, chunks, isFirst) {
      if (isFirst) begin(path);
      append(path, chunks);
    },
    finish(path, chunks) {
      const { inspector, hash } = append(path, chunks);
      close(path);
      return { facts: inspector.finish(), sha256Hex: hash.digest('hex') };
    },
    abandon: close,
  };
}

/** What is left would not fit either; the system says so only when it is asked to write it. */
class PartlyWritten extends Error {
  readonly code = 'ENOSPC';

  constructor() {
    super('A batch was written in part');
  }
}
