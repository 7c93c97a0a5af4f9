import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** Every file of the folder of emails, also the unfinished ones, as another library reads it. */
export function readMailFiles(folder: string): Promise<{ name: string; email: Email }[]> {
  return Promise.all(
    readdirSync(folder)
      .sort()
      .map(async (name) => ({ name, email: await PostalMime.parse(readFileSync(join(folder, name))) })),
  );
}
