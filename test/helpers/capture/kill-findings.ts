import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { photoKey, thumbnailKey } from '../../../src/photos/keys.ts';
import type { Database } from '../../../src/platform/db/database.ts';
import { createLog } from '../../../src/platform/log.ts';
import { openStorage } from '../../../src/platform/storage/open-storage.ts';
import type { Storage } from '../../../src/platform/storage/storage.ts';
import { createServices } from '../../../src/services.ts';
import { HOUR } from '../app/test-clock.ts';
import { openTestPlatform } from '../app/test-platform.ts';
import { rowOf, rowsOf } from '../database/stored-rows.ts';
import type { ServerProcess } from '../process/server-process.ts';
import { type CaptureState, sha256, sha256Of } from './capture-client.ts';
import { chosenShots, type TwoDevices } from './kill-customers.ts';

const silent = createLog('silent');

/** Of each slot the photo that was acknowledged last, or one that was on its way after it. */
export function expectNothingLost(customer: TwoDevices, state: CaptureState): void {
  const { slots, acknowledged } = customer;
  const found = state.photos.map(({ client_id }) => client_id);
  const allowed = slots.map((shots) => {
    const last = shots.findLastIndex(({ clientId }) => acknowledged.has(clientId));
    return { isNeeded: last >= 0, clientIds: shots.slice(Math.max(last, 0)).map(({ clientId }) => clientId) };
  });
  for (const { isNeeded, clientIds } of allowed) {
    const present = found.filter((clientId) => clientIds.includes(clientId));
    if (isNeeded) expect(present).toHaveLength(1);
  }
  const slotIndexes = state.photos.map(({ slot_index }) => slot_index);
  expect(slotIndexes).toEqual([...new Set(slotIndexes)]);
  expect(allowed.flatMap(({ clientIds }) => clientIds)).toEqual(expect.arrayContaining(found));
  if (customer.isSubmissionAcknowledged) expect(state.status).toBe('submitted');
}

const SUBMITTED = ['photo_request.submitted', 'photo_submission.created'];

/** Submissions, events, the quota and the links' counts tell the same, whatever else is true. */
export async function expectBooksToAgree(database: Database, workspaceId: string): Promise<void> {
  const ofWorkspace = { workspace_id: workspaceId };
  const requests = await rowsOf(database, 'photo_requests', ofWorkspace);
  const events = (await rowsOf(database, 'events', ofWorkspace)).filter(({ type }) =>
    SUBMITTED.includes(type),
  );
  const photos = await rowsOf(database, 'photos', ofWorkspace);
  const links = await rowsOf(database, 'permanent_links', ofWorkspace);
  const workspace = await rowOf(database, 'workspaces', { id: workspaceId });

  const submitted = requests.filter(({ status }) => status === 'submitted');
  const photosOf = (requestId: string) => photos.filter(({ request_id }) => request_id === requestId);
  const told = events.map(({ type, subject_id, body }) => ({
    event: `${subject_id} ${type}`,
    photos: (JSON.parse(body).data.photos as { id: string }[]).map(({ id }) => id).sort(),
  }));
  const toTell = submitted.flatMap(({ id, type }) =>
    (type === 'permanent' ? SUBMITTED : SUBMITTED.slice(0, 1)).map((event) => ({
      event: `${id} ${event}`,
      photos: photosOf(id)
        .map((photo) => photo.id)
        .sort(),
    })),
  );
  const byName = (a: { event: string }, b: { event: string }) => (a.event < b.event ? -1 : 1);
  expect(told.sort(byName)).toEqual(toTell.sort(byName));
  expect(workspace.period_photos).toBe(submitted.flatMap(({ id }) => photosOf(id)).length);
  for (const { id, submission_count } of links) {
    expect(submission_count).toBe(
      submitted.filter(({ permanent_link_id }) => permanent_link_id === id).length,
    );
  }
}

/** Exactly one submission with exactly the customer's photos, each of which can be downloaded as it was taken. */
export async function expectOneSubmission(
  server: ServerProcess,
  key: string,
  customer: TwoDevices,
): Promise<void> {
  const { kind, id, acknowledged } = customer;
  const path = kind === 'request' ? `/v1/photo-requests/${id}` : `/v1/photo-requests?permanent_link_id=${id}`;
  const { body } = await server.call('GET', path, { key });
  const requests = [body.data].flat() as {
    status: string;
    items: { id: string; url: string; sha256: string }[];
  }[];
  expect(requests.map(({ status }) => status)).toEqual(['submitted']);
  const items = requests[0]?.items ?? [];
  const downloaded = await Promise.all(
    items.map(async ({ id, url, sha256: named }) => ({ id, named, sha256: await sha256Of(server.url, url) })),
  );
  expect(downloaded).toEqual(
    chosenShots(customer).map(({ clientId, body }) => {
      const hash = sha256(body);
      return { id: acknowledged.get(clientId), named: hash, sha256: hash };
    }),
  );
}

/** No row without the file it tells of; what was submitted has its thumbnail too. */
export async function expectFilesOfRows(
  database: Database,
  dataDir: string,
  workspaceId: string,
): Promise<void> {
  const storage = await openStorage({ storageUrl: undefined, dataDir });
  const rows = await database.reader
    .selectFrom('photos as p')
    .innerJoin('photo_requests as r', 'r.id', 'p.request_id')
    .select(['p.id', 'p.sha256', 'r.status'])
    .where('p.workspace_id', '=', workspaceId)
    .execute();
  for (const row of rows) {
    const file = await storage.open(photoKey(row.id));
    if (file === undefined) throw new Error(`${row.id} has no file`);
    expect(sha256(await buffer(file.stream))).toBe(row.sha256);
    const thumbnailBytes = (await storage.size(thumbnailKey(row.id))) ?? 0;
    if (row.status === 'submitted') expect(thumbnailBytes).toBeGreaterThan(0);
  }
  await storage.close();
}

/** Two hours later the upkeep has found everything that the dead process left lying about. */
export async function expectUpkeepToLeaveNoOrphans(database: Database, dataDir: string): Promise<void> {
  const storage = await openStorage({ storageUrl: undefined, dataDir });
  const { platform, close } = await openTestPlatform({
    database,
    storage,
    clock: () => Date.now() + 2 * HOUR,
  });
  const { photoUpkeep } = createServices(platform);
  await ageTemporaries(storage);
  while (await photoUpkeep.deleteQueuedFiles());
  expect((await photoUpkeep.reconcile(silent)).missing).toEqual([]);
  const ids = (await database.reader.selectFrom('photos').select('id').execute()).map(({ id }) => id);
  expect(await keysBelow(storage, 'photos/')).toEqual(ids.map(photoKey).sort());
  expect(await keysBelow(storage, 'thumbnails/')).toEqual(ids.map(thumbnailKey).sort());
  expect(await readdir(storage.temporaryFolder)).toEqual([]);
  await close();
  await storage.close();
}

/** Their age is told by the disk's clock, which a test cannot move. */
async function ageTemporaries(storage: Storage): Promise<void> {
  const then = new Date(Date.now() - 2 * HOUR);
  for (const name of await readdir(storage.temporaryFolder)) {
    await utimes(join(storage.temporaryFolder, name), then, then);
  }
}

async function keysBelow(storage: Storage, prefix: string): Promise<string[]> {
  return (await Array.fromAsync(storage.list(prefix))).map(({ key }) => key).sort();
}
