import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { BackupError } from './backup-error.ts';

const BUSY_MS = 10_000;

/** The database as the server uses it, beside it: reading does not hold up its writer. */
export function openLive(sqliteFile: string): DatabaseSync {
  if (!existsSync(sqliteFile)) {
    throw new BackupError(
      `There is no database at ${sqliteFile}. Check that DATA_DIR is the server’s data folder.`,
    );
  }
  const live = new DatabaseSync(sqliteFile);
  live.exec(`pragma busy_timeout = ${BUSY_MS}`);
  return live;
}

/** All of it as it is at one moment, in one file, without what was deleted and only not overwritten yet. */
export function copyDatabase(live: DatabaseSync, target: string): void {
  rmSync(target, { force: true });
  // SQLite would make it readable for everyone.
  closeSync(openSync(target, 'wx', 0o600));
  live.prepare('vacuum into ?').run(target);
}
