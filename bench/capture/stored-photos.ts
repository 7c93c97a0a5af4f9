import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../src/platform/db/open-database.ts';

const POLL_MS = 200;
const STALL_LIMIT_MS = 30_000;

/** Waits until there are as many thumbnails as photos: the service may make them after its response. */
export async function thumbnailsMade(folder: string, photos: number): Promise<void> {
  let created = 0;
  let progressAt = performance.now();
  while (created < photos) {
    const found = filesIn(join(folder, 'thumbnails')).length;
    if (found > created) progressAt = performance.now();
    created = found;
    if (performance.now() - progressAt > STALL_LIMIT_MS) {
      throw new Error(`Only ${created} of ${photos} photos got a thumbnail`);
    }
    if (created < photos) await delay(POLL_MS);
  }
}

/**
 * Deletes the stored files after a turn, whose disk would otherwise hold tens of gigabytes, and says how many of them
 * have the photo's size. The folders stay: the service remembers having made them.
 */
export function clearFiles(folder: string, bytes: number): number {
  let whole = 0;
  for (const path of filesIn(folder)) {
    if (statSync(path).size === bytes) whole += 1;
    rmSync(path);
  }
  // The journal's work for it must not fall into the next server's turn.
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
  return whole;
}

/** Through a connection of its own, as someone after a crash would look: how many of these photos have no row. */
export async function countMissing(dataDir: string, clientIds: string[], sha256Hex: string): Promise<number> {
  const database = await openDatabase({
    databaseUrl: undefined,
    sqliteFile: join(dataDir, 'shutterpost.db'),
  });
  try {
    const rows = await database.reader
      .selectFrom('photos')
      .select('client_id')
      .where('sha256', '=', sha256Hex)
      .where('traits', 'like', '%"report":{%')
      .execute();
    const recorded = new Set(rows.map((row) => row.client_id));
    return clientIds.filter((clientId) => !recorded.has(clientId)).length;
  } finally {
    await database.close();
  }
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jpg'))
    .map((entry) => join(entry.parentPath, entry.name));
}
