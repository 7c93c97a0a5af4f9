import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/photos/evidence/finding.ts';
import { createImages } from '../../../src/photos/images.ts';
import { photoKey, thumbnailKey } from '../../../src/photos/keys.ts';
import { createPostponedDecoding } from '../../../src/photos/postponed-decoding.ts';
import { thumbnailSize } from '../../../src/photos/thumbnail-size.ts';
import type { PhotoRow } from '../../../src/platform/db/tables.ts';
import type { Storage } from '../../../src/platform/storage/storage.ts';
import { PUBLIC_URL, useTestApp } from '../../helpers/app/test-app.ts';
import { DAY, MINUTE } from '../../helpers/app/test-clock.ts';
import {
  createRequest,
  inTwoParts,
  newClientId,
  openPage,
  smallPhoto,
  storedKeys,
  untilReceiving,
} from '../../helpers/capture/customer.ts';
import { withoutLastBytes } from '../../helpers/capture/jpeg-files.ts';
import { reportedPhoto } from '../../helpers/capture/report.ts';
import { rowOf } from '../../helpers/database/stored-rows.ts';

/** More than these at once are acknowledged before they are decoded. */
const MANY = 6;

describe('photos that come in a rush', () => {
  const api = useTestApp();
  let key: string;
  beforeAll(async () => {
    key = (await api.createWorkspace()).live.key;
  });

  /** The first one is received while all others are on their way. */
  async function rush(bodies: Buffer[]) {
    const { id, token } = await createRequest(api, key);
    const page = await openPage(api, 'request', token);
    const clientIds = bodies.map(newClientId);
    const send = (body: Buffer, slot: number, between: () => unknown) =>
      page.send({ slot, body: inTwoParts(body, between), clientId: clientIds[slot] as string });
    const [firstBody = Buffer.of(), ...otherBodies] = bodies;
    const first = send(firstBody, 0, () => untilReceiving(api, bodies.length));
    const others = otherBodies.map((body, index) => send(body, index + 1, () => first));
    return { id, page, clientIds, responses: await Promise.all([first, ...others]) };
  }
  const read = async (id: string) => (await api.call('GET', `/v1/photo-requests/${id}`, { key })).json().data;

  async function forgetDecoding(id: string): Promise<PhotoRow> {
    await api.services.storage.delete(thumbnailKey(id));
    const decoded = await rowOf(api.database, 'photos', { id });
    await api.database.write(async (trx) => {
      await api.services.photos.similar.delete(trx, [decoded]);
      await trx.updateTable('photos').set({ checked_at: null, hash: null }).where('id', '=', id).execute();
    });
    return rowOf(api.database, 'photos', { id });
  }

  /** It is not deleted, and the operator can find it for a month. */
  async function expectPutAside(photoId: string, of: { id: string; bytes: Buffer }): Promise<void> {
    const { storage, photoUpkeep, verifyPhotos } = api.services;
    const aside = `quarantine/photos/${photoId}.jpg`;
    const stored = await storage.open(aside);
    expect(stored === undefined ? undefined : await buffer(stored.stream)).toEqual(of.bytes);
    expect((await verifyPhotos({})).setAside).toEqual([photoId]);
    expect(api.logLines()).toContainEqual(
      expect.objectContaining({ level: 'error', photo_id: photoId, request_id: of.id, storage_key: aside }),
    );
    api.clock.advance(29 * DAY);
    await photoUpkeep.deleteQueuedFiles();
    expect(await storedKeys(api, 'quarantine/')).toEqual([aside]);
    api.clock.advance(2 * DAY);
    await photoUpkeep.deleteQueuedFiles();
    expect(await storedKeys(api, 'quarantine/')).toEqual([]);
    api.clock.advance(-31 * DAY);
  }

  it('should all be decoded when they are submitted, with their thumbnails and what the page told of them', async () => {
    const bodies = await Promise.all(Array.from({ length: MANY }, (_, number) => reportedPhoto(number + 1)));
    const { id, page, clientIds, responses } = await rush(bodies);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(MANY).fill(201));
    expect((await page.submit({ photos: clientIds })).statusCode).toBe(200);
    const { items } = await read(id);
    expect(items).toHaveLength(MANY);
    const keys = await storedKeys(api, 'thumbnails/');
    for (const item of items) expect(keys).toContain(`thumbnails/${item.id}.jpg`);
    const streams = items.flatMap(({ evidence }: { evidence: Finding[] }) =>
      evidence.filter(({ check }) => check === 'stream'),
    );
    expect(streams.map(({ result }: Finding) => result)).toEqual(Array(MANY).fill('pass'));
    const rows = await api.database.reader.selectFrom('photos').select('checked_at').execute();
    for (const { checked_at } of rows) expect(checked_at).not.toBeNull();
  });

  it('should show a thumbnail at once, whether it was created before or not', async () => {
    const bodies = Array(MANY).fill(await smallPhoto());
    const { responses } = await rush(bodies);
    for (const response of responses) {
      const thumbnail = await api.call('GET', response.json().data.thumbnail_url.slice(PUBLIC_URL.length));
      expect(thumbnail.statusCode).toBe(200);
    }
  });

  it('should name a damaged one at the submission, forget it, and be submitted once it is taken again', async () => {
    const good = await smallPhoto();
    const damaged = withoutLastBytes(good, 500);
    const { id, page, clientIds, responses } = await rush([damaged, ...Array(MANY - 1).fill(good)]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(MANY).fill(201));
    const refused = await page.submit({ photos: clientIds });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().error).toMatchObject({
      code: 'photo_refused',
      details: { photos: [clientIds[0]] },
    });
    expect(await read(id)).toMatchObject({ status: 'in_progress', items: [] });
    await expectPutAside(responses[0]?.json().data.id, { id, bytes: damaged });
    const { photos } = (await page.state()) as { photos: { client_id: string }[] };
    expect(photos.map(({ client_id }) => client_id)).toEqual(clientIds.slice(1));
    expect((await page.send({ slot: 0, body: good })).statusCode).toBe(201);
    expect((await page.submit()).statusCode).toBe(200);
    expect((await read(id)).items).toHaveLength(MANY);
  });

  it('should be asked for again when the storage loses one, and be submitted once it is sent again', async () => {
    const { id, token } = await createRequest(api, key);
    const page = await openPage(api, 'request', token);
    const [body, clientId] = [await smallPhoto(), newClientId()];
    const lost = (await page.send({ body, clientId })).json().data.id;
    await forgetDecoding(lost);
    await api.services.storage.delete(photoKey(lost));
    expect((await page.submit({ photos: [clientId] })).statusCode).toBe(503);
    api.clock.advance(MINUTE);
    const refused = await page.submit({ photos: [clientId] });
    expect([refused.statusCode, refused.json().error]).toMatchObject([
      409,
      { code: 'photos_missing', details: { photos: [clientId] } },
    ]);
    expect((await page.send({ body, clientId })).statusCode).toBe(201);
    expect((await page.submit({ photos: [clientId] })).statusCode).toBe(200);
    const { items } = await read(id);
    expect(items.map((item: { id: string }) => item.id === lost)).toEqual([false]);
  });

  describe('whose state many ask for at once', () => {
    const images = createImages();

    /** A photo that is not decoded yet, and a node that counts how often it reads its file to decode it. */
    async function undecoded() {
      const { token } = await createRequest(api, key);
      const page = await openPage(api, 'request', token);
      const { id } = (await page.send({ body: await smallPhoto() })).json().data;
      const photo = await forgetDecoding(id);
      const { storage } = api.services;
      let reads = 0;
      const counting: Storage = {
        ...storage,
        open(storageKey) {
          reads += 1;
          return storage.open(storageKey);
        },
      };
      const decoding = createPostponedDecoding({
        database: api.database,
        repository: api.services.photos,
        storage: counting,
        images,
        clock: api.clock.now,
      });
      return { photo, decoding, storage: counting, reads: () => reads };
    }
    const TIMES = Array.from({ length: 50 });

    it('should be decoded once, also for those who ask with what they read before', async () => {
      const { photo, decoding, reads } = await undecoded();
      const states = await Promise.all(TIMES.map(() => decoding.ensure(photo)));
      expect([...new Set(states), reads()]).toEqual(['fine', 1]);
      expect([await decoding.ensure(photo), reads()]).toEqual(['fine', 1]);
      expect(await api.services.storage.size(thumbnailKey(photo.id))).toBeGreaterThan(0);
    });

    it('should be read once more by whoever asks after it could not be read', async () => {
      const { photo, decoding, reads } = await undecoded();
      await api.services.storage.move(photoKey(photo.id), 'photos/elsewhere.jpg');
      const failed = await Promise.allSettled(TIMES.map(() => decoding.ensure(photo)));
      expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['rejected']));
      // Each time a file is missing, the storage is asked a second time.
      expect(reads()).toBe(2);
      await api.services.storage.move('photos/elsewhere.jpg', photoKey(photo.id));
      expect([await decoding.ensure(photo), reads()]).toEqual(['fine', 3]);
    });

    it('should get a thumbnail that the storage lost by decoding it once', async () => {
      const { photo, decoding, storage, reads } = await undecoded();
      await decoding.ensure(photo);
      await storage.delete(thumbnailKey(photo.id));
      const checked = await rowOf(api.database, 'photos', { id: photo.id });
      const sizes = await Promise.all(
        TIMES.map(() => thumbnailSize({ postponedDecoding: decoding, storage }, checked)),
      );
      expect([new Set(sizes).size, reads()]).toEqual([1, 2]);
    });
  });

  it('should be taken up to twenty of one page at a time', async () => {
    const { token } = await createRequest(api, key);
    const page = await openPage(api, 'request', token);
    const body = await smallPhoto();
    const responses = await Promise.all(Array.from({ length: 25 }, (_, slot) => page.send({ slot, body })));
    const throttled = responses.filter(({ statusCode }) => statusCode === 429);
    expect(throttled).toHaveLength(5);
    for (const response of throttled) expect(response.headers['retry-after']).toBe('2');
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
  });
});
