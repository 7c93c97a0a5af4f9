import { beforeAll, describe, expect, it } from 'vitest';
import { entriesOf } from '../../../src/photos/evidence/similarity-repository.ts';
import { createPhotoRepository } from '../../../src/photos/repository.ts';
import type { Database } from '../../../src/platform/db/database.ts';
import type { PhotoRequestRow } from '../../../src/platform/db/tables.ts';
import { deleteResponsesNaming } from '../../../src/platform/http/idempotency-repository.ts';
import { expectFewPages, expectIndex, explain, settleStatistics } from '../../helpers/database/explain.ts';
import { insertWorkspace, photoRequestRow, photoRow } from '../../helpers/database/rows.ts';
import { insertRows } from '../../helpers/database/stored-rows.ts';
import { useDatabase } from '../../helpers/database/test-database.ts';

const NOW = Date.UTC(2026, 0, 31, 12, 0, 0);
const MINUTE = 60_000;
const REQUESTS = 1_500;
const PHOTOS_EACH = 4;
const DEVICE = 'ab12cd34';
/** All keys are fewer pages than other tables. */
const MAX_PAGES_OF_KEYS = 30;

/** A workspace with a million photos must not make those of one request slower (design part 4). */
describe('the plans for the photos of a request', () => {
  const database = useDatabase();
  let owner: { workspaceId: string; environment: 'live' };
  let requestIds: string[];
  beforeAll(async () => {
    const workspaceId = await insertWorkspace(database);
    owner = { workspaceId, environment: 'live' };
    const requests = Array.from({ length: REQUESTS }, () => photoRequestRow(workspaceId));
    requestIds = requests.slice(0, 20).map(({ id }) => id);
    await fill(database, requests);
    await settleStatistics(database);
  });

  const which = () => ({ requestId: requestIds[0] as string });

  it.each<[string, (recording: Database) => Promise<unknown>]>([
    ['shown', (recording) => createPhotoRepository(recording).listOf(owner, which().requestId)],
    [
      'shown on a page of a list',
      (recording) => createPhotoRepository(recording).listOfAll(owner, requestIds),
    ],
    [
      'deleted',
      (recording) => createPhotoRepository(recording).delete(recording.reader, owner, which(), NOW),
    ],
    [
      'located at the submission',
      (recording) =>
        createPhotoRepository(recording).locate(
          recording.reader,
          owner,
          { ...which(), sessionHash: 'a session' },
          { latitude: 1, longitude: 2, accuracy: null },
        ),
    ],
  ])('should find them by their request when they are %s', async (_when, use) => {
    const plans = await explain(database, use);
    expect(plans).toHaveLength(1);
    for (const plan of plans) {
      expectIndex(plan, /autoindex_photos_\d \(request_id=\?/, {
        scan: /\bSCAN (?!json_each)/,
        maySort: true,
      });
      expectFewPages(plan);
    }
  });

  it('should find where a device was by the device', async () => {
    const plans = await explain(database, (recording) =>
      createPhotoRepository(recording).similar.ofDevice(owner, DEVICE, { from: 0, to: NOW }),
    );
    expect(plans).toHaveLength(1);
    for (const plan of plans) {
      expectIndex(plan, /similarity_keys USING PRIMARY KEY/);
      expectFewPages(plan, MAX_PAGES_OF_KEYS);
    }
  });

  it('should find the kept responses of an erased request by their age', async () => {
    const plans = await explain(database, (recording) =>
      deleteResponsesNaming(recording.reader, database, {
        workspaceId: owner.workspaceId,
        id: which().requestId,
        from: NOW,
        until: NOW,
      }),
    );
    const responses = plans.filter(({ sql }) => sql.includes('idempotency_keys'));
    expect(responses).toHaveLength(1);
    for (const plan of responses) {
      expectIndex(plan, /idempotency_keys_by_age/);
      expectFewPages(plan);
    }
  });
});

async function fill(database: Database, requests: PhotoRequestRow[]): Promise<void> {
  const photos = requests.flatMap((request, index) =>
    Array.from({ length: PHOTOS_EACH }, (_, slot_index) =>
      photoRow(request, { slot_index, device: index === 0 ? DEVICE : null, captured_at: NOW }),
    ),
  );
  const responses = requests.map(({ id, workspace_id, environment }, index) => ({
    workspace_id,
    environment,
    operation: 'POST /v1/photo-requests',
    key: id,
    fingerprint: id,
    answer: JSON.stringify({ id, description: 'x'.repeat(1_000) }),
    created_at: NOW - index * MINUTE,
  }));
  await insertRows(database, 'idempotency_keys', responses);
  await insertRows(database, 'photo_requests', requests);
  await insertRows(database, 'photos', photos);
  await insertRows(database, 'similarity_keys', photos.flatMap(entriesOf));
}
