import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { LONGEST_TRIP_MS } from '../../../src/photos/evidence/checks/place.ts';
import { CHECKS, type Finding } from '../../../src/photos/evidence/finding.ts';
import { type TestWorkspace, useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import {
  createRequest,
  expectRefusal,
  openPage,
  type PhotoToSend,
  temporariesOf,
} from '../../helpers/capture/customer.ts';
import { segment } from '../../helpers/capture/jpeg-files.ts';
import { reportedPhoto, withReport } from '../../helpers/capture/report.ts';
import { drawScene, imageOf, photoOf, scenePhoto } from '../../helpers/capture/scene.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';

const CHROME = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
/** What a person needs to take the first photo. */
const UNHURRIED_MS = 8_000;

function* chunksOf(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('the evidence of submitted photos', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);

  interface Item {
    id: string;
    received_at: string;
    evidence: Finding[];
  }

  async function submit(
    photos: (Buffer | PhotoToSend)[],
    {
      by = workspace,
      key = by.live.key,
      body = {},
    }: { by?: TestWorkspace; key?: string; body?: object } = {},
  ): Promise<{ id: string; items: Item[] }> {
    const { id, token } = await createRequest(api, key, body);
    const customer = await openPage(api, 'request', token);
    api.clock.advance(UNHURRIED_MS);
    for (const [slot, photo] of photos.entries()) {
      const { headers, ...sent } = Buffer.isBuffer(photo) ? { body: photo } : photo;
      const response = await customer.send({ slot, ...sent, headers: { 'user-agent': CHROME, ...headers } });
      expect(response.statusCode).toBe(201);
      api.clock.advance(UNHURRIED_MS);
    }
    expect((await customer.submit()).statusCode).toBe(200);
    return (await api.call('GET', `/v1/photo-requests/${id}`, { key })).json().data;
  }
  const listed = async (has_warnings: string) => {
    const query = `status=submitted&has_warnings=${has_warnings}`;
    const response = await api.call('GET', `/v1/photo-requests?${query}`, { key: workspace.live.key });
    return response.json().data.map(({ id }: { id: string }) => id);
  };
  const findingOf = (item: Item | undefined, check: string) =>
    item?.evidence.find((finding) => finding.check === check);

  it('should have one finding for each check, in the API and in the event', async () => {
    const { id, items } = await submit([await reportedPhoto(1)]);
    const [item] = items;
    expect(item?.evidence.map(({ check }) => check)).toEqual([...CHECKS]);
    expect(item?.evidence.filter(({ result }) => result === 'warn')).toEqual([]);
    expect(findingOf(item, 'file')).toMatchObject({ result: 'pass', figures: { quality: 90 } });
    expect(item?.received_at).toMatch(/Z$/);
    const [event] = await rowsOf(api.database, 'events', { subject_id: id, type: 'photo_request.submitted' });
    expect(JSON.parse(event?.body ?? '').data.photos).toMatchObject([
      { evidence: item?.evidence, received_at: item?.received_at },
    ]);
    // What they were judged by is not kept.
    expect(await rowsOf(api.database, 'photos', { request_id: id })).toMatchObject([{ traits: null }]);
    expect(await listed('true')).not.toContain(id);
    expect(await listed('false')).toContain(id);
  });

  it('should name the photo that was sent before, as it is or changed', async () => {
    const scene = imageOf(drawScene(2));
    const original = await photoOf(scene.clone());
    const before = await submit([original]);
    const [first] = before.items;
    expect(findingOf((await submit([original])).items[0], 'duplicate')).toMatchObject({
      result: 'warn',
      figures: { photo_id: first?.id, request_id: before.id, slot_index: 0 },
    });
    const changed = [
      scene.clone().flop(),
      scene.clone().resize(320),
      scene.clone().extract({ left: 16, top: 0, width: 608, height: 480 }),
    ];
    for (const copy of changed) {
      const { id, items } = await submit([await photoOf(copy)]);
      expect(findingOf(items[0], 'duplicate')?.result).toBe('warn');
      expect(await listed('true')).toContain(id);
      expect(await listed('false')).not.toContain(id);
    }
    expect(findingOf(first, 'duplicate')?.result).toBe('pass');
  });

  it('should tell of the same frame in two slots of one request', async () => {
    const { items } = await submit([await scenePhoto(3), await scenePhoto(3)]);
    const [first, second] = items;
    expect(findingOf(first, 'duplicate')).toMatchObject({
      result: 'warn',
      figures: { photo_id: second?.id },
    });
    expect(findingOf(second, 'duplicate')).toMatchObject({
      result: 'warn',
      figures: { photo_id: first?.id },
    });
  });

  it('should not take a second photo of the same thing for the first one, within one request', async () => {
    const scene = imageOf(drawScene(16, { width: 720, height: 540 }));
    const seenFrom = (left: number, top: number) =>
      scene.clone().extract({ left, top, width: 640, height: 480 });
    // The hand moved by 4 % of the picture.
    const photos = [await photoOf(seenFrom(10, 30)), await photoOf(seenFrom(36, 20))];
    const { items } = await submit(photos);
    for (const item of items) expect(findingOf(item, 'duplicate')?.result).toBe('pass');
    expect(findingOf((await submit([photos[1] as Buffer])).items[0], 'duplicate')?.result).toBe('warn');
  });

  it('should never tell of photos of another workspace, of the other environment, or that are gone', async () => {
    const photo = await scenePhoto(4);
    const other = await api.createWorkspace({ plan: 'professional' });
    await submit([photo], { by: other });
    await submit([photo], { key: workspace.test.key });
    const deleted = await submit([photo]);
    await api.call('DELETE', `/v1/photo-requests/${deleted.id}`, { key: workspace.live.key });
    expect(findingOf((await submit([photo])).items[0], 'duplicate')?.result).toBe('pass');
  });

  it('should leave nothing to be found by when a customer takes a photo again', async () => {
    const { token } = await createRequest(api, workspace.live.key);
    const customer = await openPage(api, 'request', token);
    for (const seed of [5, 6]) {
      expect((await customer.send({ body: await scenePhoto(seed) })).statusCode).toBe(201);
    }
    expect(findingOf((await submit([await scenePhoto(5)])).items[0], 'duplicate')?.result).toBe('pass');
    expect(findingOf((await submit([await scenePhoto(6)])).items[0], 'duplicate')?.result).toBe('warn');
  });

  it('should warn of positions that are too far apart, and of those outside the expected location', async () => {
    const at = (text: string) => ({ 'x-photo-location': text });
    const { items } = await submit([
      { body: await scenePhoto(7), headers: at('52.52,13.405,10') },
      { body: await scenePhoto(8), headers: at('40.7128,-74.006,10') },
    ]);
    for (const item of items) expect(findingOf(item, 'place')?.result).toBe('warn');
    const expected_location = { lat: 48.1372, lng: 11.5755, radius_m: 200 };
    const elsewhere = await submit([{ body: await scenePhoto(9), headers: at('48.15,11.5755,10') }], {
      body: { expected_location },
    });
    expect(elsewhere).toMatchObject({ expected_location });
    expect(findingOf(elsewhere.items[0], 'place')).toMatchObject({
      result: 'warn',
      figures: { radius_meters: 200 },
    });
  });

  it('should warn of a device that is in two places in two requests, of one workspace only', async () => {
    const device = 'kept-by-the-browser';
    const from = async (seed: number, place: string) => ({
      body: await reportedPhoto(seed, { device }),
      headers: { 'x-photo-location': place },
    });
    const berlin = await submit([await from(301, '52.52,13.405,10')]);
    expect(findingOf(berlin.items[0], 'place')?.result).toBe('pass');
    const newYork = await submit([await from(302, '40.7128,-74.006,10')]);
    expect(findingOf(newYork.items[0], 'place')).toMatchObject({
      result: 'warn',
      figures: { request_id: berlin.id, photo_id: berlin.items[0]?.id },
    });
    const another = await submit([await from(303, '40.7128,-74.006,10')], {
      by: await api.createWorkspace(),
    });
    expect(findingOf(another.items[0], 'place')?.result).toBe('pass');
    const rows = (await rowsOf(api.database, 'photos', {})).filter((photo) => photo.device !== null);
    expect(new Set(rows.map((photo) => photo.device)).size).toBe(2);
    expect(JSON.stringify(rows)).not.toContain(device);
    api.clock.advance(LONGEST_TRIP_MS);
    const later = await submit([await from(304, '52.52,13.405,10')]);
    expect(findingOf(later.items[0], 'place')?.result).toBe('pass');
  });

  it('should know the position that came with the submission', async () => {
    const body = { expected_location: { lat: 48.1372, lng: 11.5755, radius_m: 200 } };
    const { id, token } = await createRequest(api, workspace.live.key, body);
    const customer = await openPage(api, 'request', token);
    await customer.send({ body: await scenePhoto(10) });
    await customer.submit({ location: { lat: 52.52, lng: 13.405 } });
    const { items } = (await api.call('GET', `/v1/photo-requests/${id}`, { key: workspace.live.key })).json()
      .data;
    expect(findingOf(items[0], 'place')?.result).toBe('warn');
  });

  it('should come from what the page reports, whose bytes are no part of the photo', async () => {
    const photo = await scenePhoto(12);
    const { items } = await submit([
      { body: Readable.from(chunksOf(await reportedPhoto(12), 1_000)) },
      { body: withReport(await scenePhoto(13), '{"frames":') },
      await scenePhoto(14),
    ]);
    const [reported, broken, bare] = items as (Item & { sha256: string; bytes: number })[];
    expect(reported).toMatchObject({ bytes: photo.length, sha256: hash('sha256', photo, 'hex') });
    expect(findingOf(reported, 'stream')?.result).toBe('pass');
    expect(findingOf(reported, 'camera')?.result).toBe('pass');
    expect(findingOf(broken, 'page')?.message).toContain('no camera page');
    expect(findingOf(bare, 'page')?.message).toContain('without the report');
  });

  it('should warn of a part of the file that no browser writes yet', async () => {
    const photo = await scenePhoto(16);
    const extra = segment(0xef, Buffer.from('a new browser'));
    const { items } = await submit([Buffer.concat([photo.subarray(0, 2), extra, photo.subarray(2)])]);
    expect(findingOf(items[0], 'file')).toMatchObject({ result: 'warn', figures: { unfamiliar: 'APP15' } });
  });

  it('should not be drowned in a report without end', async () => {
    const { token } = await createRequest(api, workspace.live.key);
    const customer = await openPage(api, 'request', token);
    const endless = withReport(await scenePhoto(15), `{"frames":"${'x'.repeat(70_000)}"}`);
    expectRefusal(await customer.send({ body: endless }), 422, 'photo_not_jpeg');
    expect(await temporariesOf(api)).toEqual([]);
  });

  it('should not take a photo for a hasty one that is sent as soon as the page is loaded again', async () => {
    const { id, token } = await createRequest(api, workspace.live.key);
    const before = await openPage(api, 'request', token);
    api.clock.advance(UNHURRIED_MS);
    const customer = await openPage(api, 'request', token, before.session);
    api.clock.advance(100);
    await customer.send({ body: await reportedPhoto(17), headers: { 'user-agent': CHROME } });
    await customer.submit();
    const { items } = (await api.call('GET', `/v1/photo-requests/${id}`, { key: workspace.live.key })).json()
      .data;
    expect(findingOf(items[0], 'page')?.result).toBe('pass');
  });

  it('should warn of a photo that came faster than a person takes one', async () => {
    const { id, token } = await createRequest(api, workspace.live.key);
    const customer = await openPage(api, 'request', token);
    await customer.send({ body: await scenePhoto(11) });
    await customer.submit();
    const { items } = (await api.call('GET', `/v1/photo-requests/${id}`, { key: workspace.live.key })).json()
      .data;
    expect(findingOf(items[0], 'page')?.result).toBe('warn');
  });
});
