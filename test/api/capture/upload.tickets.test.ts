import { describe, expect, it } from 'vitest';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import {
  createRequest,
  expectRefusal,
  kept,
  newClientId,
  openPage,
  smallPhoto,
} from '../../helpers/capture/customer.ts';
import { rowOf } from '../../helpers/database/stored-rows.ts';

const SLOTS = { photo_slots: [{ instructions: 'Front' }, { instructions: 'Back' }] };

const body = await smallPhoto();

describe('a photo without a good ticket', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);

  async function customer() {
    const { token } = await createRequest(api, workspace.live.key, SLOTS);
    return { token, page: await openPage(api, 'request', token) };
  }

  it('should be refused without a ticket, and with an empty one', async () => {
    const { page } = await customer();
    const before = await kept(api);
    expectRefusal(await page.send({ body, ticket: null }), 403, 'ticket_missing');
    expectRefusal(await page.send({ body, ticket: '' }), 403, 'ticket_missing');
    expect(await kept(api)).toEqual(before);
  });

  it('should be refused with a used ticket, of another photo or of one that was removed', async () => {
    const { page } = await customer();
    const ticket = page.tickets[0]?.[0] as string;
    const clientId = newClientId();
    expect((await page.send({ body, ticket, clientId })).statusCode).toBe(201);
    const before = await kept(api);
    expectRefusal(await page.send({ body, ticket }), 409, 'ticket_used');
    expect(await kept(api)).toEqual(before);
    await page.remove(clientId);
    expectRefusal(await page.send({ body, ticket, clientId }), 409, 'ticket_used');
    expect((await kept(api)).photos).not.toContain(before.photos.at(-1));
  });

  it('should be refused with a ticket of another session, of the same request too', async () => {
    const { token, page } = await customer();
    const sameRequest = await openPage(api, 'request', token);
    const { page: otherRequest } = await customer();
    const before = await kept(api);
    for (const other of [sameRequest, otherRequest]) {
      const ticket = other.tickets[0]?.[0] as string;
      expectRefusal(await page.send({ body, ticket }), 403, 'ticket_invalid');
    }
    expect(await kept(api)).toEqual(before);
  });

  it('should be refused with a ticket of another slot', async () => {
    const { page } = await customer();
    const before = await kept(api);
    const ticket = page.tickets[1]?.[0] as string;
    expectRefusal(await page.send({ body, slot: 0, ticket }), 403, 'ticket_invalid');
    expect(await kept(api)).toEqual(before);
    // It was not used up by that.
    expect((await page.send({ body, slot: 1, ticket })).statusCode).toBe(201);
  });

  it('should be refused with a forged ticket', async () => {
    const { page } = await customer();
    const [first = '', second = ''] = page.tickets[0] ?? [];
    const [number, signature = ''] = first.split('.');
    const last = signature.slice(-1);
    const forged = [
      'A',
      '0',
      `.${signature}`,
      `${number}.`,
      `${number}.${'A'.repeat(22)}`,
      `${number}.${second.split('.')[1]}`,
      `3.${signature}`,
      `-0.${signature}`,
      `0${first}`,
      `00.${signature}`,
      `${number}.${signature.slice(0, -1)}${last === 'A' ? 'Q' : 'A'}`,
      `${number}.${signature.slice(0, -1)}${String.fromCharCode(last.charCodeAt(0) + 1)}`,
      `${number}.${signature}=`,
      `${number}.${signature.toUpperCase()}`,
      `${first} `.padEnd(60, 'x'),
      `${first},${second}`,
    ];
    const before = await kept(api);
    for (const ticket of forged) {
      if (ticket === first) continue;
      expectRefusal(await page.send({ body, ticket }), 403, 'ticket_invalid');
    }
    expect(await kept(api)).toEqual(before);
    expect((await page.send({ body, ticket: first })).statusCode).toBe(201);
  });

  it('should find a refused photo no reason to use its ticket up', async () => {
    const { page } = await customer();
    const ticket = page.tickets[0]?.[0] as string;
    expectRefusal(await page.send({ body: Buffer.from('no photo'), ticket }), 422, 'photo_not_jpeg');
    expect((await page.send({ body, ticket })).statusCode).toBe(201);
  });

  it('should get three tickets for each slot, one more for each used, and no more than a hundred', async () => {
    const { page } = await customer();
    expect(Object.keys(page.tickets)).toEqual(['0', '1']);
    expect(page.tickets[0]).toHaveLength(3);
    const sent = await page.send({ body });
    expect(sent.json().tickets).toHaveLength(1);
    const fourth = sent.json().tickets[0];
    const issued = [...(page.tickets[0] ?? []), fourth];
    expect(new Set(issued).size).toBe(3);
    const next = await page.send({ body, ticket: fourth });
    expect([next.statusCode, next.json().tickets[0].split('.')[0]]).toEqual([201, '6']);
  });
});

describe('a capture session', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);

  const CALLS = [
    { method: 'GET', path: '/capture/session' },
    { method: 'PUT', path: `/capture/photos/${'a'.repeat(22)}` },
    { method: 'DELETE', path: `/capture/photos/${'a'.repeat(22)}` },
    { method: 'POST', path: '/capture/submission', body: {} },
  ] as const;

  it.each(CALLS)('should be known to be called by on $method $path', async ({ method, path, ...more }) => {
    const { token } = await createRequest(api, workspace.live.key);
    const { session } = await openPage(api, 'request', token);
    const strange = [
      undefined,
      '',
      'x',
      session.toUpperCase(),
      `${session}0`,
      session.slice(1),
      token,
      '0'.repeat(26),
    ];
    const before = await kept(api);
    for (const text of strange) {
      const response = await api.call(method, path, {
        ...more,
        headers: text === undefined ? {} : { 'x-capture-session': text },
      });
      expectRefusal(response, 401, 'session_unknown');
    }
    expect(await kept(api)).toEqual(before);
  });

  it('should take photos of its two hours for a day, and then nothing', async () => {
    const { token } = await createRequest(api, workspace.live.key);
    const page = await openPage(api, 'request', token);
    const openedAt = api.clock.now();
    const body = await smallPhoto();
    api.clock.advance(24 * HOUR - 1);
    expect((await page.send({ body, capturedAt: openedAt + 2 * HOUR })).statusCode).toBe(201);
    api.clock.advance(1);
    const before = await kept(api);
    expectRefusal(await page.send({ body, capturedAt: openedAt }), 401, 'session_expired');
    expectRefusal(await page.submit(), 401, 'session_expired');
    expectRefusal(await page.remove(newClientId()), 401, 'session_expired');
    expect(await kept(api)).toEqual(before);
    const fresh = await openPage(api, 'request', token, page.session);
    expect((await fresh.submit()).statusCode).toBe(200);
  });

  it('should open for no one without an address, with 404', async () => {
    for (const kind of ['request', 'link'] as const) {
      for (const key of ['x', '0'.repeat(26), '../r', '%00', "' or 1=1 --", 'ü'.repeat(50)]) {
        expectRefusal((await openPage(api, kind, key)).opened, 404, 'request_gone');
      }
    }
    const { token } = await createRequest(api, workspace.live.key);
    expectRefusal((await openPage(api, 'link', token)).opened, 404, 'request_gone');
    expectRefusal((await openPage(api, 'request', token.toUpperCase())).opened, 404, 'request_gone');
  });

  it('should open for a text that no database can hold like for any other unknown one', async () => {
    for (const kind of ['request', 'link'] as const) {
      for (const key of ['\u0000', 'a\u0000b', '\ud800']) {
        expectRefusal((await openPage(api, kind, key)).opened, 404, 'request_gone');
      }
    }
  });

  it.each([
    {},
    { kind: 'request' },
    { kind: 'other', key: 'x' },
    { kind: 'request', key: '' },
    { kind: 'request', key: 'x'.repeat(101) },
    { kind: 'request', key: 7 },
    { kind: 'request', key: 'x', previous: 'x'.repeat(101) },
    [],
    null,
  ])('should not open with the body %j', async (body) => {
    const response = await api.call('POST', '/capture/sessions', { body });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
  });

  it('should be opened 120 times a minute from one address and no more', async () => {
    const { token } = await createRequest(api, workspace.live.key);
    const open = (remoteAddress: string) =>
      api.call('POST', '/capture/sessions', { body: { kind: 'request', key: token }, remoteAddress });
    const responses = await Promise.all(Array.from({ length: 130 }, () => open('198.51.100.7')));
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(120);
    const refused = responses.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(10);
    const wait = Number(refused[0]?.headers['retry-after']);
    // Redis has a clock that does not stand still.
    expect([wait > 30, wait <= 60]).toEqual([true, true]);
    expect((await open('198.51.100.8')).statusCode).toBe(201);
    api.clock.advance(60_000);
    expect((await open('198.51.100.7')).statusCode).toBe(201);
  });

  it('should note the first view and no later one', async () => {
    const { id, token } = await createRequest(api, workspace.live.key);
    const first = api.clock.now();
    await openPage(api, 'request', token);
    api.clock.advance(HOUR);
    await openPage(api, 'request', token);
    const row = await rowOf(api.database, 'photo_requests', { id });
    expect(row.first_viewed_at).toBe(first);
  });
});
