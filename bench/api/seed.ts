import { tmpdir } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { OPERATOR } from '../../src/audit/actor.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openDatabase } from '../../src/platform/db/open-database.ts';
import { createIds } from '../../src/platform/ids.ts';
import { pooledRandom } from '../../src/platform/random.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import type { Place } from '../databases.ts';
import { benchServices } from '../services.ts';
import { COLUMNS, codeOf, rowValues, type Value } from './sample-rows.ts';

export interface SeededDatabase extends Place {
  workspaceId: string;
  key: string;
  rows: number;
  /** Some of its photo requests, spread over the whole table. */
  ids: string[];
}

/** High enough that the limiter counts every call and refuses none. */
const RATE = 1_000_000_000;
const BATCH = 10_000;
const SAMPLED_IDS = 200;
const MS_BETWEEN_ROWS = 500;
const STATUSES = ['pending', 'submitted', 'submitted', 'canceled'];

/** Fills an empty database with one workspace, its key and that many photo requests. */
export async function seed(place: Place, rows: number): Promise<SeededDatabase> {
  const { workspaceId, key } = await createWorkspace(place);
  const ids: string[] = [];
  const batches = rowBatches(workspaceId, rows, ids);
  if (place.engine === 'sqlite') fillSqlite(place.sqliteFile, batches);
  else await fillPostgres(place.databaseUrl as string, batches);
  return { ...place, workspaceId, key, rows, ids };
}

async function createWorkspace(place: Place): Promise<{ workspaceId: string; key: string }> {
  const database = await openDatabase(place);
  try {
    await migrate(database);
    const storage = await openStorage({ storageUrl: undefined, dataDir: tmpdir() });
    const services = benchServices({ database, storage, secretKey: '' });
    const { workspaceId } = await services.identity.ownedWorkspaces.create(OPERATOR, {
      name: 'Benchmark',
      email: 'bench@example.com',
      password: 'four kettles sing on Monday',
      plan: 'enterprise',
    });
    await services.workspaces.setLimits(OPERATOR, workspaceId, { perMinute: RATE, perHour: RATE });
    const { key } = await services.apiKeys.create(OPERATOR, workspaceId, {
      environment: 'live',
      name: 'Benchmark',
    });
    return { workspaceId, key };
  } finally {
    await database.close();
  }
}

function* rowBatches(workspaceId: string, rows: number, sampledIds: string[]): Generator<Value[][]> {
  const ids = createIds(systemClock, pooledRandom());
  const firstAt = Date.now() - rows * MS_BETWEEN_ROWS;
  const sampleEvery = Math.max(1, Math.floor(rows / SAMPLED_IDS));
  for (let start = 0; start < rows; start += BATCH) {
    const batch: Value[][] = [];
    for (let index = start; index < Math.min(rows, start + BATCH); index++) {
      const createdAt = firstAt + index * MS_BETWEEN_ROWS;
      const id = ids.next('photoRequest', createdAt);
      if (index % sampleEvery === 0) sampledIds.push(id);
      // In rising order, unlike real ones: scattered over their indexes, a million rows take minutes instead of seconds.
      const token = index.toString(16).padStart(26, '0');
      const status = STATUSES[index % STATUSES.length] as string;
      batch.push(rowValues({ id, token, code: codeOf(index), status, workspaceId, createdAt }));
    }
    yield batch;
  }
}

function fillSqlite(file: string, batches: Iterable<Value[][]>): void {
  const connection = new DatabaseSync(file);
  // Without a journal each page is written once. A seed that fails is thrown away anyway.
  connection.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -64000');
  const insert = connection.prepare(
    `insert into photo_requests (${COLUMNS.join(', ')}) values (${COLUMNS.map(() => '?').join(', ')})`,
  );
  for (const batch of batches) {
    connection.exec('begin');
    for (const values of batch) insert.run(...values);
    connection.exec('commit');
  }
  connection.exec('pragma journal_mode = wal');
  connection.close();
}

async function fillPostgres(url: string, batches: Iterable<Value[][]>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set synchronous_commit = off');
  const arrays = COLUMNS.map(
    (name, column) => `$${column + 1}::${name.endsWith('_at') ? 'bigint' : 'text'}[]`,
  );
  const text = `insert into photo_requests (${COLUMNS.join(', ')}) select * from unnest(${arrays.join(', ')})`;
  for (const batch of batches) {
    await client.query({
      name: 'fill',
      text,
      values: COLUMNS.map((_, column) => batch.map((row) => row[column])),
    });
  }
  // What autovacuum would otherwise do in the middle of the measurement.
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  await client.end();
}
