import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/photos/evidence/finding.ts';
import { PUBLIC_URL, useTestApp } from '../../helpers/app/test-app.ts';
import { DAY } from '../../helpers/app/test-clock.ts';
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
