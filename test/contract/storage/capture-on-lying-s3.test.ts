import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { openStorage } from '../../../src/platform/storage/open-storage.ts';
import { PUBLIC_URL, useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import {
  createRequest,
  newClientId,
  openPage,
  smallPhoto,
  storedKeys,
} from '../../helpers/capture/customer.ts';
import { withoutLastBytes } from '../../helpers/capture/jpeg-files.ts';
import { useFolderForAll, useForAll } from '../../helpers/hooks.ts';
import { operatorOf } from '../../helpers/process/operator.ts';
import { type Lie, startLyingS3 } from '../../helpers/storage/lying-s3.ts';
import { startS3Server } from '../../helpers/storage/s3-server.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

/** More than these at once are acknowledged before they are decoded. */
const MANY = 5;
const READ_LIES: Lie[] = ['half', 'other', 'gone', 'broken-off'];

describe('acknowledged photos in a bucket whose server lies', () => {
  const dataDir = useFolderForAll();
  const s3 = useForAll(startS3Server, 'stop');
  const liar = useForAll(() => startLyingS3({ host: '127.0.0.1', port: s3.port }), 'close');
  const storage = useForAll(() => {
    const storageUrl = s3.url({ port: liar.port });
    return openStorage({ storageUrl, dataDir });
  }, 'close');
  const api = useTestApp({ storage });
  const workspace = useWorkspace(api);
  afterEach(() => liar.tell(undefined));

  /** Their check is postponed, and then meets the lie. */
  async function rushAgainst(lie: Lie) {
    const { id, token } = await createRequest(api, workspace.live.key);
    const page = await openPage(api, 'request', token);
    const shots = await Promise.all(
      Array.from({ length: MANY }, async (_, slot) => ({
        slot,
        clientId: newClientId(),
        body: await smallPhoto(slot),
      })),
    );
    liar.tell(lie);
    const responses = await Promise.all(shots.map((shot) => page.send(shot)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(MANY).fill(201));
    const clientIds = shots.map(({ clientId }) => clientId);
    const photoIds = responses.map((response) => response.json().data.id as string);
    return { id, page, shots, clientIds, photoIds };
  }
  /** How long the storage has failed is counted from the first time that a photo could not be read. */
  async function failFor(
    ms: number,
    page: Awaited<ReturnType<typeof rushAgainst>>['page'],
    photos: string[],
  ): Promise<void> {
    expect((await page.submit({ photos })).statusCode).toBe(503);
    api.clock.advance(ms);
  }
  const read = async (id: string) =>
    (await api.call('GET', `/v1/photo-requests/${id}`, { key: workspace.live.key })).json().data;
  const shown = async (page: { state(): Promise<unknown> }) =>
    ((await page.state()) as { photos: { client_id: string }[] }).photos.map(({ client_id }) => client_id);

  it.each(READ_LIES)('should stay, and be submitted once the truth is told: %s', async (lie) => {
    const { id, page, clientIds } = await rushAgainst(lie);
    for (let attempt = 0; attempt < 2; attempt++) {
      const refused = await page.submit({ photos: clientIds });
      expect([refused.statusCode, refused.json().error.code]).toEqual([503, 'service_unavailable']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await shown(page)).toEqual(clientIds);
    liar.tell(undefined);
    expect((await page.submit({ photos: clientIds })).statusCode).toBe(200);
    const { items } = await read(id);
    expect(items).toHaveLength(MANY);
    expect(await storedKeys(api, 'quarantine/')).toEqual([]);
    expect(readdirSync(storage.temporaryFolder)).toEqual([]);
  });

  it.each<Lie>(['half', 'other', 'gone'])(
    'should be asked for again after a minute, and be replaced by what the phone sends: %s',
    async (lie) => {
      const { id, page, shots, clientIds, photoIds } = await rushAgainst(lie);
      await failFor(MINUTE, page, clientIds);
      const refused = await page.submit({ photos: clientIds });
      expect([refused.statusCode, refused.json().error]).toMatchObject([
        409,
        { code: 'photos_missing', details: { photos: clientIds } },
      ]);
      // Nothing is given up before the photo is there again.
      expect(await shown(page)).toEqual(clientIds);
      const [first, ...others] = shots;
      if (first === undefined) throw new Error('no photo');
      const again = await page.send(first);
      expect(again.statusCode).toBe(201);
      expect(again.json().data.id).not.toBe(photoIds[0]);
      liar.tell(undefined);
      // The storage has come to its senses: these are not needed twice.
      for (const shot of others) expect((await page.send(shot)).json().data.id).toBe(photoIds[shot.slot]);
      expect((await page.submit({ photos: clientIds })).statusCode).toBe(200);
      expect((await read(id)).items).toHaveLength(MANY);
      const told = api.logLines().filter(({ photo_id }) => photo_id === photoIds[0]);
      expect(told).toContainEqual(expect.objectContaining({ level: 'error', request_id: id }));
    },
  );

  it('should be asked for again after a minute although the clock was set back meanwhile', async () => {
    const { page, clientIds } = await rushAgainst('gone');
    await failFor(0, page, clientIds);
    api.clock.jump(-HOUR);
    await failFor(MINUTE, page, clientIds);
    expect((await page.submit({ photos: clientIds })).json().error.code).toBe('photos_missing');
    api.clock.advance(HOUR);
  });

  it('should not be asked for again because the clock was set forward', async () => {
    const { page, clientIds } = await rushAgainst('gone');
    await failFor(0, page, clientIds);
    api.clock.jump(HOUR);
    await failFor(MINUTE, page, clientIds);
    expect((await page.submit({ photos: clientIds })).json().error.code).toBe('photos_missing');
    api.clock.jump(-HOUR);
  });

  it('should be waited for when the storage fails for a moment, however long ago they came', async () => {
    const { id, page, clientIds } = await rushAgainst('broken-off');
    api.clock.advance(2 * MINUTE);
    liar.tell('gone');
    const refused = await page.submit({ photos: clientIds });
    expect([refused.statusCode, refused.json().error.code]).toEqual([503, 'service_unavailable']);
    liar.tell(undefined);
    expect((await page.submit({ photos: clientIds })).statusCode).toBe(200);
    expect((await read(id)).items).toHaveLength(MANY);
  });

  it('should be kept aside when one is taken again and its file turns up after all', async () => {
    const { page, clientIds, photoIds } = await rushAgainst('gone');
    await failFor(MINUTE, page, clientIds);
    expect((await page.submit({ photos: clientIds })).json().error.code).toBe('photos_missing');
    expect((await page.send({ slot: 0, body: await smallPhoto() })).statusCode).toBe(201);
    liar.tell(undefined);
    await api.services.photoUpkeep.deleteQueuedFiles();
    const kept = [...(await storedKeys(api, 'photos/')), ...(await storedKeys(api, 'quarantine/'))];
    expect(kept.filter((name) => name.endsWith(`photos/${photoIds[0]}.jpg`))).toHaveLength(1);
    expect((await api.services.verifyPhotos({})).setAside).toContain(photoIds[0]);
  });

  it('should be put aside when neither storage nor phone has one, and the customer goes on without it', async () => {
    const { id, page, clientIds, photoIds } = await rushAgainst('gone');
    await failFor(MINUTE, page, clientIds);
    const lost = photoIds[2] ?? '';
    // Before the truth is told: what was put off is still being decoded, and would find it.
    await storage.delete(`photos/${lost}.jpg`);
    liar.tell(undefined);
    const named = clientIds.filter((_, slot) => slot !== 2);
    expect((await page.submit({ photos: clientIds })).json().error.details).toEqual({
      photos: [clientIds[2]],
    });
    expect((await page.submit({ photos: named })).statusCode).toBe(200);
    expect((await read(id)).items).toHaveLength(MANY - 1);
    const { setAside } = await api.services.verifyPhotos({});
    expect(setAside).toContain(lost);
  });

  it('should not be handed out otherwise than they were received', async () => {
    const { id, page, clientIds } = await rushAgainst('half');
    liar.tell(undefined);
    // What was put off is decoded meanwhile, maybe from what was read before the truth was told.
    await waitUntil(async () => expect((await page.submit({ photos: clientIds })).statusCode).toBe(200));
    const [item] = (await read(id)).items;
    const headers = { 'sec-fetch-site': 'same-origin' };
    const get = (url: string) => api.call('GET', url.slice(PUBLIC_URL.length), { headers });
    for (const lie of READ_LIES) {
      liar.tell(lie);
      const refused = await get(item.url);
      expect([refused.statusCode, refused.json().error.code], lie).toEqual([503, 'service_unavailable']);
      expect(refused.headers.etag).toBeUndefined();
    }
    liar.tell(undefined);
    await storage.delete(`thumbnails/${item.id}.jpg`);
    expect((await get(item.thumbnail_url)).statusCode).toBe(200);
    await storage.delete(`photos/${item.id}.jpg`);
    expect((await get(item.url)).statusCode).toBe(503);
  });

  it('should leave nothing of a damaged one when the bucket is slower than the decoder', async () => {
    const before = await storedKeys(api, 'photos/');
    const [damaged, other] = await Promise.all(
      [1, 2].map(async () => openPage(api, 'request', (await createRequest(api, workspace.live.key)).token)),
    );
    const write = liar.holdWrite();
    const refused = damaged?.send({ body: withoutLastBytes(await smallPhoto(), 5_000) });
    await write.arrived;
    // Another photo is decoded, stored and acknowledged meanwhile: enough time to delete the damaged one too early.
    const accepted = await other?.send({ body: await smallPhoto() });
    await write.release();
    expect([accepted?.statusCode, (await refused)?.json().error.code]).toEqual([201, 'photo_damaged']);
    expect(await storedKeys(api, 'photos/')).toHaveLength(before.length + 1);
  });

  it('should be verified in spite of a connection that breaks off, and said in a sentence when all do', async () => {
    api.clock.advance(MINUTE);
    const since = api.clock.now();
    const { token } = await createRequest(api, workspace.live.key);
    const page = await openPage(api, 'request', token);
    for (const slot of [0, 1]) await page.send({ slot, body: await smallPhoto() });
    liar.tell('broken-off', 1);
    const lies = liar.lies();
    const verified = await api.services.verifyPhotos({ since });
    expect(liar.lies()).toBe(lies + 1);
    expect(verified).toMatchObject({ checked: 2, missing: 0, damaged: 0, hasMore: false });
    liar.tell('broken-off');
    await expect(api.services.verifyPhotos({ since })).rejects.toMatchObject({
      name: 'StorageUnavailableError',
      message: expect.stringMatching(/0 photos were checked before that/),
    });
    const storageUrl = s3.url({ port: liar.port });
    const operator = operatorOf({ ...api.databaseEnv, STORAGE_URL: storageUrl });
    const { code, stdout, stderr } = await operator.run('photos', 'verify');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The storage is not available: .*\. 0 photos were checked before that, .*\n$/);
  });
});
