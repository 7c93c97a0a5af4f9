import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { AppliedStep } from '../platform/db/migration-history.ts';
import { BackupError } from './backup-error.ts';
import type { Summary } from './contents.ts';

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

/** What is in it, for the manifest. */
export function countRows(
  copy: DatabaseSync,
): Pick<Summary, 'schema_version' | 'workspaces' | 'photo_requests' | 'photos'> {
  const count = (table: string) => Number(copy.prepare(`select count(*) as n from ${table}`).get()?.n);
  return {
    schema_version: schemaVersionOf(copy),
    workspaces: count('workspaces'),
    photo_requests: count('photo_requests'),
    photos: count('photos'),
  };
}

export function schemaVersionOf(copy: DatabaseSync): number {
  return Number(copy.prepare('select max(version) as version from schema_migrations').get()?.version);
}

/** As it records them; backups of older releases have no hashes. */
export function appliedStepsOf(copy: DatabaseSync): AppliedStep[] {
  const rows = copy.prepare('select * from schema_migrations order by version').all();
  return rows.map(({ version, name, hash }) => ({
    version: Number(version),
    name: String(name),
    hash: typeof hash === 'string' ? hash : null,
  }));
}
