import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { sealedKey } from '../../../src/photos/keys.ts';
import { createLog } from '../../../src/platform/log.ts';
import { StorageUnavailableError } from '../../../src/platform/storage/storage.ts';
import { PUBLIC_URL, useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import {
  createLink,
  openNewRequest,
  openPage,
  smallPhoto,
  storedKeys,
} from '../../helpers/capture/customer.ts';
import { readSeal, sealState } from '../../helpers/content-credentials/official-reader.ts';
import {
  itemsOf,
  storedSeal,
  submitPhotos,
  useSealWorker,
} from '../../helpers/content-credentials/seal-worker.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';

describe('a submitted photo', () => {
  // As the reader's clock, which looks at when certificates are valid.
  const api = useTestApp({ now: Date.now() });
  const workspace = useWorkspace(api);
  const worker = useSealWorker(api);
  let anchors = '';
  beforeAll(async () => {
    anchors = (await api.call('GET', '/.well-known/shutterpost-ca.pem')).body;
  });

  const jobsOf = (requestId: string) => rowsOf(api.database, 'seal_jobs', { request_id: requestId });
  const idsOf = async (requestId: string) => (await itemsOf(api, workspace, requestId)).map(({ id }) => id);
  const pathOf = (url: string | null) => (url ?? '').slice(PUBLIC_URL.length);

  it('should get a sealed rendition that the official reader trusts, and stay as it is', async () => {
    const id = await submitPhotos(api, workspace, { photos: 2, slots: ['The front', 'The back'] });
    const before = await itemsOf(api, workspace, id);
    expect(before.map(({ sealed_url }) => sealed_url)).toEqual([null, null]);
    await worker.settled();

    const after = await itemsOf(api, workspace, id);
    expect(after.map(({ sha256, bytes }) => [sha256, bytes])).toEqual(
      before.map(({ sha256, bytes }) => [sha256, bytes]),
    );
    for (const [index, { id: photoId, sealed_url, url, sha256 }] of after.entries()) {
      const original = await api.call('GET', pathOf(url));
      expect(original.rawPayload).toEqual(await smallPhoto(index + 1));
      const sealed = await api.call('GET', pathOf(sealed_url), {
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      expect(sealed.statusCode).toBe(200);
      expect(sealed.headers['content-type']).toBe('image/jpeg');
      expect(sealed.headers['content-disposition']).toContain(`${photoId}-sealed.jpg`);
      const read = await readSeal(sealed.rawPayload, { anchors });
      expect(read).toMatchObject({ state: 'Trusted', issuer: new URL(PUBLIC_URL).host });
      expect(read.assertions['org.shutterpost.receipt']).toMatchObject({
        received_by: { workspace: 'Workspace 1', host: new URL(PUBLIC_URL).host },
        request_id: id,
        photo_id: photoId,
        slot: { index, instructions: ['The front', 'The back'][index] },
        original_sha256: sha256,
        environment: 'live',
      });
    }
    expect(await jobsOf(id)).toEqual([]);
  });

  it('should be told of in the event of its submission before it is sealed', async () => {
    const id = await submitPhotos(api, workspace);
    const [event] = await rowsOf(api.database, 'events', {
      subject_id: id,
      type: 'photo_request.submitted',
    });
    const { data } = JSON.parse(event?.body ?? '{}');
    expect(data.photos).toMatchObject([{ sealed_url: null }]);
    await worker.settled();
  });

  it('should have no sealed rendition to be found before there is one', async () => {
    const id = await submitPhotos(api, workspace);
    const [photoId = ''] = await idsOf(id);
    const url = api.services.photoLinks.url(photoId, 'sealed');
    expect((await api.call('GET', pathOf(url))).statusCode).toBe(404);
    await worker.settled();
    expect((await api.call('GET', pathOf(url))).statusCode).toBe(200);
    // The signature is of this file alone.
    expect((await api.call('GET', pathOf(url).replace('.sealed', ''))).statusCode).toBe(403);
  });

  it('should be sealed once a member approves it, and not while it is held', async () => {
    const link = await createLink(api, workspace.live.key, { requires_approval: true });
    const page = await openPage(api, 'link', link.slug);
    await page.send({ body: await smallPhoto() });
    await page.submit();
    const owner = { workspaceId: workspace.id, environment: 'live' as const };
    const [held] = await api.services.heldSubmissions.list(owner, link.id);
    const id = held?.id ?? '';
    expect(await jobsOf(id)).toEqual([]);
    await api.services.heldSubmissions.approve({ ...OPERATOR, ...owner }, id);
    await worker.settled();
    const [photoId = ''] = await idsOf(id);
    expect(await sealState(await storedSeal(api, photoId), { anchors })).toBe('Trusted');
  });

  it('should not be sealed as a capture when it is a test', async () => {
    const id = await submitPhotos(api, workspace, { environment: 'test' });
    await worker.settled();
    const [item] = await itemsOf(api, workspace, id, 'test');
    const read = await readSeal(await storedSeal(api, item?.id ?? ''), { anchors });
    expect(read.state).toBe('Trusted');
    expect(JSON.stringify(read.assertions)).not.toContain('digitalCapture');
    expect(read.assertions['org.shutterpost.receipt']).toMatchObject({ environment: 'test' });
  });

  it('should lose its sealed rendition and its job with the request', async () => {
    const sealedId = await submitPhotos(api, workspace);
    await worker.settled();
    const waitingId = await submitPhotos(api, workspace);
    const [photoId = ''] = await idsOf(sealedId);
    for (const id of [sealedId, waitingId])
      await api.call('DELETE', `/v1/photo-requests/${id}`, { key: workspace.live.key });
    expect(await jobsOf(waitingId)).toEqual([]);
    await api.services.photoUpkeep.deleteQueuedFiles();
    expect(await storedKeys(api, sealedKey(photoId))).toEqual([]);
    await worker.settled();
  });

  it('should be sealed later when the storage fails', async () => {
    const id = await submitPhotos(api, workspace);
    const { storage } = api.services;
    const { putBytes } = storage;
    storage.putBytes = async () => {
      throw new StorageUnavailableError(new Error('The bucket is away'));
    };
    await worker.settled();
    storage.putBytes = putBytes;
    const [job] = await jobsOf(id);
    expect(job).toMatchObject({ attempt_count: 1, leased_by: null, error: 'The bucket is away' });
    api.clock.advance(MINUTE);
    await worker.settled();
    const [photoId = ''] = await idsOf(id);
    expect(await sealState(await storedSeal(api, photoId), { anchors })).toBe('Trusted');
  });

  it('should leave no file behind when it is deleted while it is being sealed', async () => {
    const id = await submitPhotos(api, workspace);
    const [photoId = ''] = await idsOf(id);
    const { storage } = api.services;
    const { putBytes } = storage;
    storage.putBytes = async (key, bytes, type) => {
      await api.call('DELETE', `/v1/photo-requests/${id}`, { key: workspace.live.key });
      await api.services.photoUpkeep.deleteQueuedFiles();
      await putBytes.call(storage, key, bytes, type);
    };
    await worker.settled();
    storage.putBytes = putBytes;
    expect(await storedKeys(api, sealedKey(photoId))).toEqual([sealedKey(photoId)]);
    await api.services.photoUpkeep.deleteQueuedFiles();
    expect(await storedKeys(api, sealedKey(photoId))).toEqual([]);
  });

  it('should end with the file that its row describes when two attempts overlap', async () => {
    const id = await submitPhotos(api, workspace);
    const [photoId = ''] = await idsOf(id);
    const { storage } = api.services;
    const { putBytes } = storage;
    const other = api.services.sealing.openWorker(createLog('silent'));
    let isFirst = true;
    storage.putBytes = async (key, bytes, type) => {
      if (isFirst) {
        isFirst = false;
        // It stalls for longer than its lease, and another one does the work meanwhile.
        api.clock.advance(HOUR);
        await other.settled();
      }
      await putBytes.call(storage, key, bytes, type);
    };
    await worker.settled();
    storage.putBytes = putBytes;
    await worker.settled();
    await other.stop();
    expect(await sealState(await storedSeal(api, photoId), { anchors })).toBe('Trusted');
    expect(await jobsOf(id)).toEqual([]);
  });

  it('should have its sealed file verified with the others, and put aside when no photo belongs to it', async () => {
    const id = await submitPhotos(api, workspace);
    await worker.settled();
    const [photoId = ''] = await idsOf(id);
    const sealed = await storedSeal(api, photoId);
    const { storage, verifyPhotos, photoUpkeep } = api.services;
    const damaged = sealed.with(sealed.length - 10, 0);
    await storage.putBytes(sealedKey(photoId), damaged, 'image/jpeg');
    expect((await verifyPhotos({ workspaceId: workspace.id })).faults).toEqual([
      expect.objectContaining({ photo_id: photoId, fault: 'damaged', file: 'sealed' }),
    ]);
    await storage.putBytes(sealedKey(photoId), sealed, 'image/jpeg');

    const stray = sealedKey(api.services.ids.next('photo'));
    await storage.putBytes(stray, sealed, 'image/jpeg');
    api.clock.set(Date.now() + 2 * HOUR);
    await photoUpkeep.reconcile(createLog('silent'));
    expect(await storedKeys(api, 'quarantine/')).toEqual([`quarantine/${stray}`]);
    expect(await storedKeys(api, sealedKey(photoId))).toEqual([sealedKey(photoId)]);
  });

  it('should be queued by the operator when it comes from before there were seals', async () => {
    const id = await submitPhotos(api, workspace, { photos: 2 });
    await api.database.write((trx) => trx.deleteFrom('seal_jobs').where('request_id', '=', id).execute());
    const unsubmitted = await openNewRequest(api, workspace.live.key);
    await unsubmitted.send({ body: await smallPhoto() });
    expect(await api.services.sealing.queueUnsealed()).toBe(2);
    await worker.settled();
    expect((await itemsOf(api, workspace, id)).every(({ sealed_url }) => sealed_url !== null)).toBe(true);
    expect(await api.services.sealing.queueUnsealed()).toBe(0);
  });
});
