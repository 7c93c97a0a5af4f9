import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import {
  type Customer,
  createLink,
  createRequest,
  expectRefusal,
  newClientId,
  openPage,
  smallPhoto,
} from '../../helpers/capture/customer.ts';
import { rowOf, updateRows } from '../../helpers/database/stored-rows.ts';

const body = await smallPhoto();

describe('the time a photo was taken', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);
  let token: string;
  let slot: number;
  beforeEach(async () => {
    ({ token } = await createRequest(api, workspace.live.key, { expires_in_hours: 48 }));
    slot = 0;
  });

  const open = (previous?: string) => openPage(api, 'request', token, previous);
  /** Each in a slot of its own: a slot has three tickets at hand. */
  const send = (page: Customer, capturedAt: number, clientId = newClientId()) =>
    page.send({ body, capturedAt, clientId, slot: slot++ });
  const sent = async (page: Customer, capturedAt: number) => (await send(page, capturedAt)).statusCode;
  const expectRefused = async (page: Customer, capturedAt: number) =>
    expectRefusal(await send(page, capturedAt), 422, 'photo_time_invalid');
  async function recordedAt(page: Customer, capturedAt: number): Promise<number> {
    const clientId = newClientId();
    expect((await send(page, capturedAt, clientId)).statusCode).toBe(201);
    const row = await rowOf(api.database, 'photos', { client_id: clientId });
    return row.captured_at;
  }

  describe('in a page that was loaded again', () => {
    it('should lie within the two hours of one of its sessions, not between them', async () => {
      const begin = api.clock.now();
      const first = await open();
      api.clock.advance(6 * HOUR);
      const second = await open(first.session);
      api.clock.advance(6 * HOUR);
      const third = await open(second.session);
      api.clock.advance(MINUTE);
      for (const from of [begin, begin + 6 * HOUR]) {
        expect(await recordedAt(third, from)).toBe(from);
        expect(await recordedAt(third, from + 2 * HOUR)).toBe(from + 2 * HOUR);
        for (const outside of [from - 5_001, from + 2 * HOUR + 5_001, from + 4 * HOUR]) {
          await expectRefused(third, outside);
        }
      }
      expect(await sent(third, begin + 12 * HOUR)).toBe(201);
    });

    it('should not be more than a day ago, however often the page was loaded', async () => {
      const begin = api.clock.now();
      let page = await open();
      for (let hour = 0; hour < 27; hour++) {
        api.clock.advance(HOUR);
        page = await open(page.session);
      }
      await expectRefused(page, begin + 2 * HOUR);
      expect(await sent(page, begin + 4 * HOUR)).toBe(201);
      const [row] = await api.database.reader
        .selectFrom('capture_sessions')
        .select('taking_windows')
        .orderBy('opened_at', 'desc')
        .limit(1)
        .execute();
      expect(JSON.parse(row?.taking_windows ?? '')).toHaveLength(1);
    });

    it('should count for what a visit that is over left on the phone', async () => {
      const { slug } = await createLink(api, workspace.live.key);
      const visit = await openPage(api, 'link', slug);
      const takenAt = api.clock.now();
      await visit.send({ body });
      await visit.submit();
      api.clock.advance(MINUTE);
      const next = await openPage(api, 'link', slug, visit.session);
      expect(await sent(next, takenAt)).toBe(201);
      const elsewhere = await createLink(api, workspace.live.key, { name: 'Elsewhere' });
      const other = await openPage(api, 'link', elsewhere.slug, visit.session);
      await expectRefused(other, takenAt);
    });

    it('should be judged by what an earlier release has written down', async () => {
      const begin = api.clock.now();
      const first = await open();
      api.clock.advance(6 * HOUR);
      const page = await open(first.session);
      await updateRows(
        api.database,
        'capture_sessions',
        { opened_at: begin + 6 * HOUR },
        { chain_id: null, taking_windows: null },
      );
      expect(await sent(page, begin + HOUR)).toBe(201);
      expect(await sent(page, begin + 6 * HOUR)).toBe(201);
      await expectRefused(page, begin + 4 * HOUR);
    });
  });

  describe('by a server whose clock is set', () => {
    it('should be believed to a page that was opened before the clock was set back', async () => {
      const page = await open();
      const before = api.clock.now();
      api.clock.advance(10 * MINUTE - HOUR);
      expect(await recordedAt(page, before + 10 * MINUTE)).toBe(api.clock.now());
      // The photos it took before that moment, and those it takes for the rest of its two hours.
      expect(await sent(page, before)).toBe(201);
      api.clock.advance(100 * MINUTE);
      expect(await sent(page, before + 110 * MINUTE)).toBe(201);
      await expectRefused(page, before + 2 * HOUR + 5_001);
      expect((await page.submit()).statusCode).toBe(200);
    });

    it('should be believed when the page had been open for longer than the clock is set back', async () => {
      const page = await open();
      const before = api.clock.now();
      api.clock.advance(90 * MINUTE - HOUR);
      expect(await recordedAt(page, before + 90 * MINUTE)).toBe(api.clock.now());
    });

    it('should be believed when the clock is set forward, and after a reload', async () => {
      const page = await open();
      const before = api.clock.now();
      api.clock.advance(HOUR + MINUTE);
      expect(await recordedAt(page, before + MINUTE)).toBe(before + MINUTE);
      const reloaded = await open(page.session);
      expect(await sent(reloaded, before + MINUTE)).toBe(201);
    });
  });
});
