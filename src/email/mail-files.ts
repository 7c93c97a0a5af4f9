import { rm } from 'node:fs/promises';
import { join } from 'node:path';

export type MailFiles = ReturnType<typeof createMailFiles>;

/** Emails that were written to files in place of being sent. Undefined: there is no such folder on this machine. */
export function createMailFiles(folder: string | undefined, extension = 'eml') {
  return {
    /** Those that are there; says how many. */
    async delete(mailIds: string[]): Promise<number> {
      if (folder === undefined) return 0;
      let deleted = 0;
      for (const id of mailIds) {
        await rm(join(folder, `${id}.${extension}`)).then(() => {
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
