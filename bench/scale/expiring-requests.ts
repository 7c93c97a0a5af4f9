import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { isStored } from '../../src/photo-requests/request-conditions.ts';
import { keysOf } from '../../src/photos/keys.ts';
import type { Owner, PhotoRow } from '../../src/platform/db/tables.ts';
import type { Storage } from '../../src/platform/storage/storage.ts';
import type { Stage } from '../webhooks/stage.ts';
import { insertRows } from './insert-rows.ts';
import { overdue } from './population.ts';

const ROWS_PER_INSERT = 500;
const POLL_MS = 10;
const FILE = Buffer.from('no photo');

/** Open requests of one workspace, each second one with a photo in the storage, and nothing else left to do. */
export async function addOpenRequests(stage: Stage, owner: Owner, count: number): Promise<void> {
  const { database, services } = stage;
  const farFuture = Date.UTC(2100, 0);
  for (let start = 0; start < count; start += ROWS_PER_INSERT) {
    const rows = overdue(owner, Math.min(ROWS_PER_INSERT, count - start), Date.now());
    const photos = rows.photos.map((photo) => ({ ...photo, bytes: FILE.byteLength }));
    writeFiles(services.storage, photos);
    const requests = rows.requests.map((request) => ({ ...request, expires_at: farFuture }));
    await insertRows(database, { requests, photos, events: [] });
  }
  while (await services.counts.fold());
}

/** Not durable: `putBytes` would take minutes for as many. */
export function writeFiles(storage: Storage, photos: PhotoRow[], content: Buffer = FILE): void {
  for (const path of photos.flatMap(({ id }) => keysOf(id)).map((key) => storage.localPath(key))) {
    if (path === undefined) throw new Error('The storage is on no disk');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

export async function expireTogether({ database }: Stage, owner: Owner, expiresAt: number): Promise<void> {
  await database.write((trx) =>
    trx
      .updateTable('photo_requests')
      .set({ expires_at: expiresAt })
      .where('workspace_id', '=', owner.workspaceId)
      .execute(),
  );
  // What autovacuum would otherwise do in the middle of the measurement.
  if (database.engine === 'postgres') await sql`vacuum analyze`.execute(database.reader);
}

/** Resolves when the sweep has stored the first of them as expired. */
export async function sweepBegun(stage: Stage, owner: Owner): Promise<void> {
  while (!(await isAny(stage, owner, 'expired'))) await delay(POLL_MS);
}

export async function sweepEnded(stage: Stage, owner: Owner): Promise<void> {
  while ((await isAny(stage, owner, 'pending')) || (await isAny(stage, owner, 'in_progress')))
    await delay(POLL_MS);
}

async function isAny(
  { database }: Stage,
  { workspaceId, environment }: Owner,
  status: 'pending' | 'in_progress' | 'expired',
): Promise<boolean> {
  const found = await database.reader
    .selectFrom('photo_requests')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('environment', '=', environment)
    .where(isStored(status))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Resolves when the files are deleted and the counts added up. */
export async function cleanedUp({ database: { reader } }: Stage, { workspaceId }: Owner): Promise<void> {
  const file = reader.selectFrom('purges').select('storage_key').limit(1);
  const change = sql`select 1 from count_changes where workspace_id = ${workspaceId} limit 1`;
  while ((await file.executeTakeFirst()) !== undefined) await delay(POLL_MS);
  while ((await change.execute(reader)).rows.length > 0) await delay(POLL_MS);
}
