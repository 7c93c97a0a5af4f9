import { beforeAll, describe, expect, it } from 'vitest';
import { createPhotoRepository } from '../../../src/photos/repository.ts';
import type { Database } from '../../../src/platform/db/database.ts';
import type { PhotoRequestRow } from '../../../src/platform/db/tables.ts';
import { deleteResponsesNaming } from '../../../src/platform/http/idempotency-repository.ts';
import { expectFewPages, explain, settleStatistics } from '../../helpers/database/explain.ts';
import { insertWorkspace, photoRequestRow, photoRow } from '../../helpers/database/rows.ts';
import { insertRows } from '../../helpers/database/stored-rows.ts';
import { useDatabase } from '../../helpers/database/test-database.ts';

const NOW = Date.UTC(2026, 0, 31, 12, 0, 0);
const MINUTE = 60_000;
const REQUESTS = 500;
const PHOTOS_EACH = 4;
/** By the index over the request, whatever each engine calls it. */
const BY_REQUEST = /autoindex_photos_\d \(request_id=\?|photos_slot|photos_client_id/;

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
      expect(plan.text).toMatch(BY_REQUEST);
      expect(plan.text).not.toMatch(/photos_by_owner/);
      expectFewPages(plan);
    }
  });

  it('should find where a device was by the device', async () => {
    const plans = await explain(database, (recording) =>
      createPhotoRepository(recording).similar.ofDevice(owner, 'ab12cd34', { from: 0, to: NOW }),
    );
    expect(plans).toHaveLength(1);
    expect(plans[0]?.text).toMatch(/similarity_keys/);
    for (const plan of plans) expectFewPages(plan);
  });

  it('should find the kept answers of an erased request by their age', async () => {
    const plans = await explain(database, (recording) =>
      deleteResponsesNaming(recording.reader, database, {
        workspaceId: owner.workspaceId,
        id: which().requestId,
        from: NOW,
        until: NOW,
      }),
    );
    const responses = plans.filter(({ text }) => text.includes('idempotency_keys'));
    expect(responses).toHaveLength(1);
    for (const { text } of responses) expect(text).toMatch(/idempotency_keys_by_age/);
  });
});

async function fill(database: Database, requests: PhotoRequestRow[]): Promise<void> {
  const photos = requests.flatMap((request) =>
    Array.from({ length: PHOTOS_EACH }, (_, slot_index) => photoRow(request, { slot_index })),
  );
  const responses = requests.map(({ id, workspace_id, environment }, index) => ({
    workspace_id,
    environment,
    operation: 'POST /v1/photo-requests',
    key: id,
    fingerprint: id,
    answer: JSON.stringify({ id }),
    created_at: NOW - index * MINUTE,
  }));
  await insertRows(database, 'idempotency_keys', responses);
  await insertRows(database, 'photo_requests', requests);
  await insertRows(database, 'photos', photos);
}
