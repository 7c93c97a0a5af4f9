import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { SealWorker } from '../../../src/content-credentials/worker.ts';
import { sealedKey } from '../../../src/photos/keys.ts';
import type { Photo } from '../../../src/photos/schema.ts';
import { createLog, type Log } from '../../../src/platform/log.ts';
import type { TestApp, TestWorkspace } from '../app/test-app.ts';
import { createRequest, openPage, smallPhoto } from '../capture/customer.ts';
import { rowOf } from '../database/stored-rows.ts';
import { useForAll } from '../hooks.ts';

/** What the server would run, on the clock of the test. */
export function useSealWorker(api: TestApp, log: Pick<Log, 'warn'> = createLog('silent')): SealWorker {
  return useForAll(() => api.services.sealing.openWorker(log), 'stop');
}

/** A request of the workspace that a customer has answered; its id. */
export async function submitPhotos(
  api: TestApp,
  workspace: TestWorkspace,
  { photos = 1, environment = 'live' as 'live' | 'test', slots = [] as string[] } = {},
): Promise<string> {
  const { id, token } = await createRequest(api, workspace[environment].key, {
    ...(slots.length === 0 ? {} : { photo_slots: slots.map((instructions) => ({ instructions })) }),
  });
  const page = await openPage(api, 'request', token);
  for (let slot = 0; slot < photos; slot++) {
    const sent = await page.send({ slot, body: await smallPhoto(slot + 1) });
    expect(sent.statusCode).toBe(201);
  }
  expect((await page.submit()).statusCode).toBe(200);
  return id;
}

export async function itemsOf(
  api: TestApp,
  workspace: TestWorkspace,
  requestId: string,
  environment: 'live' | 'test' = 'live',
): Promise<Photo[]> {
  const response = await api.call('GET', `/v1/photo-requests/${requestId}`, {
    key: workspace[environment].key,
  });
  return response.json().data.items;
}

/** The sealed rendition as it lies in the storage, which must be the one that its row describes. */
export async function storedSeal({ services, database }: TestApp, photoId: string): Promise<Buffer> {
  const file = await services.storage.open(sealedKey(photoId));
  if (file === undefined) throw new Error(`${photoId} has no sealed rendition`);
  const bytes = await buffer(file.stream);
  const row = await rowOf(database, 'photos', { id: photoId });
  expect(row).toMatchObject({ sealed_sha256: hash('sha256', bytes, 'hex'), sealed_bytes: bytes.length });
  return bytes;
}
