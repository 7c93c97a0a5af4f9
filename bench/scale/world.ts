import { hash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { OPERATOR } from '../../src/audit/actor.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openDatabase } from '../../src/platform/db/open-database.ts';
import { createPartitionsAhead } from '../../src/platform/db/partitions.ts';
import type { Owner } from '../../src/platform/db/tables.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import { planOf } from '../../src/workspaces/plans.ts';
import type { WholeService } from '../../test/helpers/app/whole-service.ts';
import type { Databases } from '../databases.ts';
import { benchServices, countInserted, insertWorkspace } from '../services.ts';
import { fill } from './bulk-insert.ts';
import { population, type Rows } from './population.ts';

/** A database of a certain size, and the service on it in this process. */
export interface World {
  rows: number;
  services: WholeService;
  /** The workspace that has half of everything, and whose calls are measured. */
  owner: Owner;
  keyHash: string;
  /** Some of its submitted requests, from the whole year, in no order. */
  submittedIds: string[];
  /** The id in the middle of its requests. */
  middleId: string;
  /** Of what the measurement has created; it is gone after each round. */
  created: string[];
  close(): Promise<void>;
}

const OTHER_WORKSPACES = 20;
/** Long enough that nothing is ever due; the sweep looks all the same. */
const RETENTION_DAYS = 3_650;
const SAMPLED_IDS = 2_000;
const AT_ONCE = 500;
const DAY_MS = 86_400_000;

export async function openWorld(
  { databases, folder }: { databases: Databases; folder: string },
  name: string,
  rows: number,
): Promise<World> {
  const place = await databases.create(name);
  const dataDir = join(folder, `${name}-files`);
  mkdirSync(dataDir, { recursive: true });
  const storage = await openStorage({ storageUrl: undefined, dataDir });
  const open = async () => {
    const database = await openDatabase(place);
    return benchServices({ database, storage, secretKey: 'a key that only the benchmark uses' });
  };
  const empty = await open();
  await migrate(empty.database);
  if (empty.database.engine === 'postgres') await createPastPartitions(empty.database);
  const owner: Owner = { workspaceId: await insertWorkspace(empty), environment: 'live' };
  const owners = [owner];
  for (let count = 0; count < OTHER_WORKSPACES; count++) {
    owners.push({ workspaceId: await insertWorkspace(empty, RETENTION_DAYS), environment: 'live' });
  }
  const { key } = await empty.apiKeys.create(OPERATOR, owner.workspaceId, {
    environment: 'live',
    name: 'Benchmark',
  });
  const picked = createPicker(owner, rows);
  await empty.database.close();
  await fill(place, picked.from(population(owners, rows, Date.now())));
  const services = await open();
  await countInserted(services);
  return {
    rows,
    services,
    owner,
    keyHash: hash('sha256', key, 'hex'),
    submittedIds: picked.submittedIds(),
    middleId: picked.middleId(),
    created: [],
    async close() {
      await storage.close();
      await services.database.close();
    },
  };
}

/** Of the weeks whose events are kept, as a service that ran all the time has them. */
async function createPastPartitions(database: Database): Promise<void> {
  for (const daysAgo of [30, 16, 2]) await createPartitionsAhead(database, Date.now() - daysAgo * DAY_MS);
}

/** Whoever makes a request in the big workspace. */
export function creatorIn({ owner }: World) {
  const plan = planOf('enterprise');
  const usage = {
    plan: plan.id,
    plan_started_at: 0,
    lifetime_photos: 0,
    period_photos: 0,
    period_started_at: null,
  };
  return { ...owner, keyId: 'key_bench', plan, usage };
}

/** So that every round finds the size it is named after. */
export async function deleteCreated({ services: { database }, created }: World): Promise<void> {
  for (let start = 0; start < created.length; start += AT_ONCE) {
    const ids = created.slice(start, start + AT_ONCE);
    await database.write(async (trx) => {
      await trx.deleteFrom('events').where('subject_id', 'in', ids).execute();
      await trx.deleteFrom('photos').where('request_id', 'in', ids).execute();
      await trx.deleteFrom('capture_sessions').where('request_id', 'in', ids).execute();
      await trx.deleteFrom('photo_requests').where('id', 'in', ids).execute();
      await sql`delete from purges`.execute(trx);
    });
  }
  created.length = 0;
}

/** Remembers some of the rows that pass. */
function createPicker(owner: Owner, rows: number) {
  const submitted: string[] = [];
  const middle: string[] = [];
  // Of the big workspace every second one is submitted.
  const every = Math.max(1, Math.floor(rows / 4 / SAMPLED_IDS));
  let seen = 0;
  return {
    *from(batches: Iterable<Rows>): Generator<Rows> {
      for (const batch of batches) {
        for (const row of batch.requests.filter((one) => one.workspace_id === owner.workspaceId)) {
          if (seen === Math.floor(rows / 4)) middle.push(row.id);
          if (row.status === 'submitted' && (seen >> 1) % every === 0) submitted.push(row.id);
          seen += 1;
        }
        yield batch;
      }
    },
    submittedIds: () => shuffled(submitted),
    middleId: () => middle[0] ?? '',
  };
}

function shuffled<T>(values: T[]): T[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
