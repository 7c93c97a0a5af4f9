import type { DatabaseSync } from 'node:sqlite';
import type { AppliedStep } from '../platform/db/migration-history.ts';
import type { SlotImageRow } from '../platform/db/tables.ts';
import { slotImageKey } from '../slot-images/keys.ts';
import type { Summary } from './contents.ts';

/*
 * What is asked of the service's database, beside the server, and of copies of it. Photos are read one after the other: there
 * may be millions.
 */

export function countPhotos(database: DatabaseSync): { count: number; bytes: number } {
  const row = database.prepare('select count(*) as n, coalesce(sum(bytes), 0) as bytes from photos').get();
  return { count: Number(row?.n), bytes: Number(row?.bytes) };
}

export function hasPhoto(database: DatabaseSync, id: string): boolean {
  return database.prepare('select 1 from photos where id = ?').get(id) !== undefined;
}

export function* photoIds(database: DatabaseSync): Generator<string> {
  for (const { id } of database.prepare('select id from photos order by id').iterate()) yield String(id);
}

export function* photoHashes(database: DatabaseSync): Generator<{ id: string; sha256: string }> {
  for (const { id, sha256 } of database.prepare('select id, sha256 from photos').iterate())
    yield { id: String(id), sha256: String(sha256) };
}

/** Of all other files that it names. */
export function* otherKeys(database: DatabaseSync): Generator<string> {
  const logos = database.prepare('select logo_key from workspaces where logo_key is not null').iterate();
  for (const { logo_key } of logos) yield String(logo_key);
  const slotImages = database.prepare('select id, purpose from slot_images').iterate();
  for (const row of slotImages) yield slotImageKey(row as unknown as Pick<SlotImageRow, 'id' | 'purpose'>);
}

/** What is in it, for the manifest. */
export function countRows(
  database: DatabaseSync,
): Pick<Summary, 'schema_version' | 'workspaces' | 'photo_requests' | 'photos'> {
  const count = (from: string) => Number(database.prepare(`select count(*) as n ${from}`).get()?.n);
  return {
    schema_version: schemaVersionOf(database),
    workspaces: count('from workspaces'),
    photo_requests: count('from photo_requests'),
    photos: count('from photos'),
  };
}

export function schemaVersionOf(database: DatabaseSync): number {
  return Number(database.prepare('select max(version) as version from schema_migrations').get()?.version);
}

/** As it records them; backups of older releases have no hashes. */
export function appliedStepsOf(database: DatabaseSync): AppliedStep[] {
  const rows = database.prepare('select * from schema_migrations order by version').all();
  return rows.map(({ version, name, hash }) => ({
    version: Number(version),
    name: String(name),
    hash: typeof hash === 'string' ? hash : null,
  }));
}
