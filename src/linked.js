import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Paths here are relative to the project's root.
export const LINKED_FOLDER = 'dist/linked';
/** What a process or a thread begins with. */
export const ENTRIES = [
  'src/server.ts',
  'src/cli/run-command.ts',
  'src/content-credentials/signing-thread-entry.ts',
  'src/photos/photo-thread-entry.ts',
  'src/reports/report-process-entry.ts',
  'src/doctor/quick-check-entry.ts',
];
/** Names each file that was linked, with its time and size. */
export const SOURCES_FILE = `${LINKED_FOLDER}/sources.json`;

// Older versions of Node, which prepare the project, have no import.meta.dirname.
const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Loads an entry as `scripts/link-server.mjs` linked it; its source, where that was not done or a file was changed since.
 * @param {string} entry
 */
export function load(entry) {
  return import(join(root, isCurrent() ? `${LINKED_FOLDER}/${basename(entry, '.ts')}.js` : entry));
}

/**
 * When the file was changed, and how long it is. In whole seconds: copies of files, in images above all, have no more.
 * @param {string} file
 */
export function stateOf(file) {
  const { mtimeMs, size } = statSync(join(root, file));
  return [Math.floor(mtimeMs / 1_000), size];
}

/** Whether what was linked is what the sources are now. */
export function isCurrent() {
  try {
    const files = JSON.parse(readFileSync(join(root, SOURCES_FILE), 'utf8'));
    return files.every(([file, ...state]) => String(state) === String(stateOf(file)));
  } catch {
    return false;
  }
}
