import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Finding } from '../../../src/photos/evidence/finding.ts';
import type { FollowedPhoto } from '../../../src/photos/images.ts';
import { photoKey, thumbnailKey } from '../../../src/photos/keys.ts';
import { PUBLIC_URL, useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import {
  createRequest,
  expectRefusal,
  kept,
  newClientId,
  openPage,
  settled,
  storedKeys,
} from '../../helpers/capture/customer.ts';
import { positionOf, withoutLastBytes } from '../../helpers/capture/jpeg-files.ts';
import { reportOf, withReport } from '../../helpers/capture/report.ts';
import { drawScene, imageOf, photoOf } from '../../helpers/capture/scene.ts';
import { rowOf, rowsOf } from '../../helpers/database/stored-rows.ts';

describe('a photo whose codes are followed', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);
  const scene = drawScene(5, { width: 3_600, height: 244 });
  let photo: Buffer;
  let body: Buffer;
  beforeAll(async () => {
    photo = await photoOf(imageOf(scene));
    body = withReport(photo, reportOf(scene));
  });

  async function openRequest() {
    const { id, token } = await createRequest(api, workspace.live.key);
    return { id, page: await openPage(api, 'request', token) };
  }

  /** No thumbnail is stored until this is called. */
  function holdThumbnails(): () => void {
    const { storage } = api.services;
    const gate = Promise.withResolvers<void>();
    const { putBytes } = storage;
    const putting = vi.spyOn(storage, 'putBytes').mockImplementation(async (...args) => {
      await gate.promise;
      return putBytes(...args);
    });
    onTestFinished(() => {
      gate.resolve();
      putting.mockRestore();
    });
    return gate.resolve;
  }

  /** How often its file was read. */
  function readsOf(): (photoId: string) => number {
    const opening = vi.spyOn(api.services.storage, 'open');
    onTestFinished(() => opening.mockRestore());
    return (photoId) => opening.mock.calls.filter(([key]) => key === photoKey(photoId)).length;
  }

  it('should be acknowledged before it has a thumbnail, and shown and submitted once it has', async () => {
    const { id, page } = await openRequest();
    const [release, reads, clientId] = [holdThumbnails(), readsOf(), newClientId()];
    const sent = await page.send({ body, clientId });
    expect(sent.statusCode).toBe(201);
    const { id: photoId, thumbnail_url } = sent.json().data;
    expect(await rowOf(api.database, 'photos', { id: photoId })).toMatchObject({
      checked_at: null,
      width: 3_600,
      height: 244,
    });
    const showing = api.call('GET', thumbnail_url.slice(PUBLIC_URL.length));
    const submitting = page.submit({ photos: [clientId] });
    release();
    expect([(await showing).statusCode, (await submitting).statusCode]).toEqual([200, 200]);
    const request = await api.call('GET', `/v1/photo-requests/${id}`, { key: workspace.live.key });
    const [item, ...others] = request.json().data.items;
    expect([item.id, others]).toEqual([photoId, []]);
    const results = new Map(item.evidence.map(({ check, result }: Finding) => [check, result]));
    expect([results.get('stream'), results.get('content')]).toEqual(['pass', 'pass']);
    expect(reads(photoId)).toBe(0);
  });

  it.each([
    ['without its last bytes', () => withoutLastBytes(photo, 500)],
    ['with a byte behind its end', () => Buffer.concat([photo, Buffer.of(0)])],
    ['with more pixels stated than there are', () => claimingHeight(photo, 488)],
  ])('should be refused by its upload %s', async (_, damage) => {
    const { page } = await openRequest();
    const before = await kept(api);
    expectRefusal(await page.send({ body: damage() }), 422, 'photo_damaged');
    expect(await kept(api)).toEqual(before);
  });

  it('should leave nothing when it is removed while its thumbnail is created', async () => {
    const { page } = await openRequest();
    const [release, clientId] = [holdThumbnails(), newClientId()];
    const { id } = (await page.send({ body, clientId })).json().data;
    expect((await page.remove(clientId)).statusCode).toBe(200);
    while (await api.services.photoUpkeep.deleteQueuedFiles());
    release();
    await api.services.postponedDecoding.stop();
    expect((await storedKeys(api, '')).filter((key) => key.includes(id))).toEqual([]);
  });

  it('should be decoded from its file when what is in memory cannot be shrunk', async () => {
    const { page } = await openRequest();
    const reads = readsOf();
    vi.spyOn(api.services.images, 'shrink').mockRejectedValueOnce(new Error('No memory'));
    const { id } = (await page.send({ body })).json().data;
    await settled(api);
    expect([reads(id), await storedKeys(api, thumbnailKey(id))]).toEqual([1, [thumbnailKey(id)]]);
  });

  it('should not stay in memory when the database fails meanwhile', async () => {
    const { page } = await openRequest();
    const { photos, postponedDecoding } = api.services;
    const finding = vi.spyOn(photos, 'findLinked').mockRejectedValue(new Error('No connection'));
    onTestFinished(() => finding.mockRestore());
    for (let number = 0; number < 2; number++) expect((await page.send({ body })).statusCode).toBe(201);
    await postponedDecoding.stop();
    expect(finding).toHaveBeenCalled();
    expect(postponedDecoding.mayHold()).toBe(true);
  });

  it('should be checked to its end before the response while two others are in memory', async () => {
    const { id, page } = await openRequest();
    const { postponedDecoding } = api.services;
    const followed = { decoded: { pixels: {} } } as FollowedPhoto;
    for (const held of ['photo_a', 'photo_b']) postponedDecoding.postpone(held, followed);
    expect(postponedDecoding.mayHold()).toBe(false);
    expect((await page.send({ body })).statusCode).toBe(201);
    const [row] = await rowsOf(api.database, 'photos', { request_id: id });
    expect(row?.checked_at).not.toBeNull();
    await postponedDecoding.stop();
    // They are of no photo any more.
    expect(postponedDecoding.mayHold()).toBe(true);
  });
});

function claimingHeight(jpeg: Buffer, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  changed.writeUInt16BE(height, positionOf(changed, 0xc0) + 5);
  return changed;
}
