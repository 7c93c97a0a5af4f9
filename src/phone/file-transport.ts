import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PhoneTransport } from './transport.ts';

/** For development: messages as files, named by their id, so that a second attempt replaces the first. */
export function openMessageFolder(folder: string): PhoneTransport {
  return {
    kind: 'files',
    async send({ id, channel, recipient, text }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = join(folder, `.${id}.${process.pid}.tmp`);
      await writeFile(unfinished, `${channel} ${recipient}\n\n${text}\n`, { mode: 0o600, flush: true });
      await rename(unfinished, join(folder, `${id}.txt`));
    },
  };
}
