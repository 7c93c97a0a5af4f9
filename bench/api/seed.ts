import { tmpdir } from 'node:os';
import { OPERATOR } from '../../src/audit/actor.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openDatabase } from '../../src/platform/db/open-database.ts';
import { createIds } from '../../src/platform/ids.ts';
import { pooledRandom } from '../../src/platform/random.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import type { WholeService } from '../../test/helpers/app/whole-service.ts';
import type { Place } from '../databases.ts';
import { fill } from '../scale/bulk-insert.ts';
import { photoRow, type Rows, requestRow } from '../scale/population.ts';
import { benchServices, countInserted } from '../services.ts';
import { codeOf, NEW_REQUEST } from './sample-rows.ts';

export interface SeededDatabase extends Place {
  workspaceId: string;
  key: string;
  rows: number;
  /** Some of its pending photo requests, spread over the whole table. */
  ids: string[];
}

/** High enough that the limiter counts every call and refuses none. */
const RATE = 1_000_000_000;
const BATCH = 10_000;
const SAMPLED_IDS = 200;
const MS_BETWEEN_ROWS = 500;
const STATUSES = ['pending', 'submitted', 'submitted', 'canceled'] as const;
const EXTERNAL_ID = NEW_REQUEST.external_id;
const PHOTO_SLOTS = JSON.stringify(NEW_REQUEST.photo_slots);
/** Only lists read photos here, and only the newest page. */
const WITH_PHOTOS = 1_000;

/** Fills an empty database with one workspace, its key and that many photo requests, half of them submitted. */
export async function seed(place: Place, rows: number, { photosEach = 2 } = {}): Promise<SeededDatabase> {
  const { workspaceId, key } = await withServices(place, createWorkspace);
  const ids: string[] = [];
  await fill(place, rowBatches(workspaceId, { rows, photosEach }, ids));
  await withServices(place, countInserted);
  return { ...place, workspaceId, key, rows, ids };
}

async function withServices<T>(place: Place, work: (services: WholeService) => Promise<T>): Promise<T> {
  const database = await openDatabase(place);
  try {
    await migrate(database);
    const storage = await openStorage({ storageUrl: undefined, dataDir: tmpdir() });
    return await work(benchServices({ database, storage, secretKey: '' }));
  } finally {
    await database.close();
  }
}

async function createWorkspace(services: WholeService): Promise<{ workspaceId: string; key: string }> {
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
}

function* rowBatches(
  workspaceId: string,
  { rows, photosEach }: { rows: number; photosEach: number },
  pendingIds: string[],
): Generator<Rows> {
  const ids = createIds(systemClock, pooledRandom());
  const owner = { workspaceId, environment: 'live' as const };
  const firstAt = Date.now() - rows * MS_BETWEEN_ROWS;
  const sampleEvery = STATUSES.length * Math.max(1, Math.floor(rows / STATUSES.length / SAMPLED_IDS));
  for (let start = 0; start < rows; start += BATCH) {
    const batch: Rows = { requests: [], photos: [], events: [] };
    for (let index = start; index < Math.min(rows, start + BATCH); index++) {
      const createdAt = firstAt + index * MS_BETWEEN_ROWS;
      const status = STATUSES[index % STATUSES.length] as (typeof STATUSES)[number];
      const row = {
        ...requestRow(owner, {
          createdAt,
          status,
          code: codeOf(index),
          externalId: EXTERNAL_ID,
          email: null,
        }),
        id: ids.next('photoRequest', createdAt),
        // In rising order, unlike real ones: scattered over their indexes, a million rows take minutes instead of seconds.
        token: index.toString(16).padStart(26, '0'),
        photo_slots: PHOTO_SLOTS,
        submitted_at: status === 'submitted' ? createdAt : null,
      };
      batch.requests.push(row);
      if (index % sampleEvery === 0) pendingIds.push(row.id);
      if (status !== 'submitted' || index < rows - WITH_PHOTOS) continue;
      for (let slot = 0; slot < photosEach; slot++) batch.photos.push(photoRow(row, slot, createdAt));
    }
    yield batch;
  }
}
