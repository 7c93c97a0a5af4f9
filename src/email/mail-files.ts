import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Mails that were written to files in place of being sent. */
export interface MailFiles {
  /** Those that are there; says how many. */
  delete(mailIds: string[]): Promise<number>;
}

/** Undefined: there is no such folder on this machine. */
export function createMailFiles(folder: string | undefined): MailFiles {
  return {
    async delete(mailIds) {
      if (folder === undefined) return 0;
      let deleted = 0;
      for (const id of mailIds) {
        await rm(join(folder, `${id}.eml`)).then(() => {
          deleted += 1;
        }, ignoreAbsent);
      }
      return deleted;
    },
  };
}

function ignoreAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
