import { describe, expect, it } from 'vitest';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import {
  createRequest,
  expectRefusal,
  kept,
  newClientId,
  openNewRequest,
  openPage,
  smallPhoto,
} from '../../helpers/capture/customer.ts';
import { rowOf } from '../../helpers/database/stored-rows.ts';
import { useForEach } from '../../helpers/hooks.ts';
import { wordsOf } from '../../helpers/words.ts';

/** What is said of a photo beside its bytes. */
const body = await smallPhoto();

describe('a photo with wrong words', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api, { plan: 'developer_free' });
  const page = useForEach(() => openNewRequest(api, workspace.live.key));

  async function storedOf(clientId: string) {
    return rowOf(api.database, 'photos', { client_id: clientId });
  }

  it.each([
    ['5 seconds and a bit before the session', -5_001],
    ['a day before', -24 * HOUR],
    ['a year in the future', 365 * 24 * HOUR],
  ])('should be refused when it was taken %s', async (_when, offset) => {
    const before = await kept(api);
    const response = await page.send({ body, capturedAt: api.clock.now() + offset });
    expectRefusal(response, 422, 'photo_time_invalid');
    expect(await kept(api)).toEqual(before);
  });

  it('should be refused when it was taken after the two hours of its session', async () => {
    const openedAt = api.clock.now();
    api.clock.advance(5 * HOUR);
    const before = await kept(api);
    const late = await page.send({ body, capturedAt: openedAt + 2 * HOUR + 5_001 });
    expectRefusal(late, 422, 'photo_time_invalid');
    expect(await kept(api)).toEqual(before);
    expect((await page.send({ body, capturedAt: openedAt + 2 * HOUR })).statusCode).toBe(201);
  });

  it('should be given a time in its session where the clocks differ by moments', async () => {
    const openedAt = api.clock.now();
    const early = newClientId();
    expect((await page.send({ body, clientId: early, capturedAt: openedAt - 5_000 })).statusCode).toBe(201);
    expect((await storedOf(early)).captured_at).toBe(openedAt);
    const late = newClientId();
    const response = await page.send({ body, clientId: late, slot: 1, capturedAt: openedAt + 5_000 });
    expect(response.statusCode).toBe(201);
    expect((await storedOf(late)).captured_at).toBe(openedAt);
  });

  it.each([
    '',
    'yesterday',
    '1769860800000',
    '2026-01-31',
    '2026-01-31T12:00:00+01:00',
    '2026-13-01T00:00:00Z',
    'NaN',
  ])('should be refused with the time "%s"', async (capturedAt) => {
    const before = await kept(api);
    expectRefusal(await page.send({ body, capturedAt }), 422, 'photo_time_invalid');
    expect(await kept(api)).toEqual(before);
  });

  it.each([
    ...wordsOf(
      '91,0,1 -90.1,0,1 0,180.5,1 0,-181,1 NaN,0,1 0,Infinity,1 1e1,0,1 0x10,0,1 1,2,-1 1,2,NaN 1,2,3,4',
    ),
    ...['1', ',', ',,', '1;2', 'here'],
    '١,٢,٣'.replace(/./gu, '?'),
  ])('should be refused with the location "%s"', async (location) => {
    const before = await kept(api);
    const response = await page.send({ body, headers: { 'x-photo-location': location } });
    expectRefusal(response, 422, 'location_invalid');
    expect(await kept(api)).toEqual(before);
  });

  it.each([
    ['90,180,0', [90, 180, 0]],
    ['-90,-180', [-90, -180, null]],
    ['52.516312345, 13.377712345, 4.5', [52.516312345, 13.377712345, 4.5]],
  ])('should be taken with the location "%s"', async (location, expected) => {
    const clientId = newClientId();
    const response = await page.send({ body, clientId, headers: { 'x-photo-location': location } });
    expect(response.statusCode).toBe(201);
    const { latitude, longitude, accuracy } = await storedOf(clientId);
    expect([latitude, longitude, accuracy]).toEqual(expected);
  });

  it.each(['sharp', 'BLURRED', 'blurred,dark', 'toString'])(
    'should be refused with the hint "%s"',
    async (hint) => {
      const before = await kept(api);
      const response = await page.send({ body, headers: { 'x-photo-hint': hint } });
      expectRefusal(response, 400, 'invalid_parameter');
      expect(await kept(api)).toEqual(before);
    },
  );

  it.each([
    'short',
    'a'.repeat(21),
    'a'.repeat(23),
    `${'a'.repeat(21)}.`,
    `${'a'.repeat(21)}%2e`,
    '%2e%2e%2f'.repeat(3),
  ])('should be refused with the name "%s"', async (clientId) => {
    const before = await kept(api);
    expectRefusal(await page.send({ body, clientId }), 400, 'invalid_parameter');
    expectRefusal(await page.remove(clientId), 400, 'invalid_parameter');
    expect(await kept(api)).toEqual(before);
  });

  it('should be refused beyond the five photos of the plan, and beyond the slots of the request', async () => {
    const { token } = await createRequest(api, workspace.live.key, {
      photo_slots: [{ instructions: 'Front' }],
    });
    const slotted = await openPage(api, 'request', token);
    expect(Object.keys(page.tickets)).toEqual(['0', '1', '2', '3', '4']);
    const before = await kept(api);
    const ticket = page.tickets[4]?.[0] as string;
    expectRefusal(await page.send({ body, slot: 5, ticket }), 422, 'slot_unknown');
    expectRefusal(await page.send({ body, slot: 999, ticket }), 422, 'slot_unknown');
    expectRefusal(await slotted.send({ body, slot: 1, ticket }), 422, 'slot_unknown');
    expect(await kept(api)).toEqual(before);
  });

  it.each(['-1', '00', '01', '1.5', '', 'x', '1e1', '0x1', '1000', ' ', '٠'.replace(/./u, '?')])(
    'should be refused with the slot "%s"',
    async (slot) => {
      const before = await kept(api);
      const ticket = page.tickets[0]?.[0] as string;
      const response = await page.send({ body, ticket, headers: { 'x-photo-slot': slot } });
      expectRefusal(response, 400, 'invalid_parameter');
      expect(await kept(api)).toEqual(before);
    },
  );
});
