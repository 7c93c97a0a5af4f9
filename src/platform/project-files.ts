import { basename, join } from 'node:path';

/** Two folders up, from here and from where this is linked into (`src/linked.js`). */
const ROOT = join(import.meta.dirname, '../..');
const IS_LINKED = basename(import.meta.dirname) === 'linked';

/** A file that comes with the project, such as `docs/openapi.json`; every path to one is written from its root. */
export function projectFile(path: string): string {
  return join(ROOT, path);
}

/** What a thread or a process of its own begins with, given by its source, and what it is told. */
export function entryOf(source: string): { file: string; args: string[] } {
  return IS_LINKED
    ? { file: join(import.meta.dirname, `${basename(source, '.ts')}.js`), args: [] }
    : { file: projectFile('src/linked-entry.js'), args: [source] };
}
