import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLinkGate } from '../../../src/capture/link-gate.ts';
import { createCaptureRepository } from '../../../src/capture/repository.ts';
import { openRateLimiter } from '../../../src/platform/http/rate-limit.ts';
import { createLog } from '../../../src/platform/log.ts';
import { type TestWorkspace, useTestApp } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import {
  type Customer,
  createLink,
  expectRefusal,
  newClientId,
  openPage,
  smallPhoto,
} from '../../helpers/capture/customer.ts';

const MB = 1024 * 1024;
const STRANGER = '203.0.113.9';

const body = await smallPhoto();

describe('limits per address on a permanent link', () => {
  const api = useTestApp();

  const from = (slug: string, address: string) => openPage(api, 'link', slug, undefined, undefined, address);
  const used = async ({ live }: TestWorkspace) =>
    (await api.call('GET', '/v1/stats', { key: live.key })).json().data.usage.photos_used;

  /** Sends and submits as fast as the service lets one address; how many photos got through. */
  async function floodFrom(slug: string, address: string, visits: number): Promise<number> {
    // All are opened first: a check of new visitors alone would let all of them through.
    const pages = [];
    for (let n = 0; n < visits; n++) pages.push(await from(slug, address));
    let taken = 0;
    for (const page of pages.filter(({ session }) => session !== undefined)) {
      for (const slot of [0, 1, 2, 3, 4])
        taken += (await page.send({ slot, body })).statusCode === 201 ? 1 : 0;
      await page.submit();
    }
    return taken;
  }

  async function openGate() {
    const rateLimiter = await openRateLimiter({
      redisUrl: undefined,
      log: createLog('silent'),
      clock: api.clock.now,
      monotonic: api.clock.now,
    });
    const { capture, photos } = api.services;
    const repository = createCaptureRepository(api.database);
    const gate = createLinkGate({ ...capture, repository, photos, rateLimiter, clock: api.clock.now });
    return { gate, rateLimiter };
  }

  it('should keep one address from sending without end, and let others in', async () => {
    const workspace = await api.createWorkspace({ plan: 'developer_free' });
    const { id, slug } = await createLink(api, workspace.live.key);
    const taken = await floodFrom(slug, STRANGER, 12);
    expect(taken).toBe(50);
    expect(await used(workspace)).toBe(10);
    const link = await api.call('GET', `/v1/permanent-links/${id}`, { key: workspace.live.key });
    expect(link.json().data).toMatchObject({ submission_count: 2, held_count: 8, draft_count: 0 });
    expectRefusal((await from(slug, STRANGER)).opened, 429, 'link_busy');

    const customer = await openPage(api, 'link', slug);
    expect((await customer.send({ body })).statusCode).toBe(201);
    expect((await customer.submit()).statusCode).toBe(200);

    api.clock.advance(24 * HOUR);
    expect((await from(slug, STRANGER)).opened.statusCode).toBe(201);
  });

  it('should count the addresses of one IPv6 network together', async () => {
    const workspace = await api.createWorkspace();
    const { slug } = await createLink(api, workspace.live.key, { daily_limit_per_address: 1 });
    const one = await from(slug, '2001:db8:5:6::1');
    await one.send({ body });
    await one.submit();
    expectRefusal((await from(slug, '2001:db8:5:6:ffff::2')).opened, 429, 'link_busy');
    expect((await from(slug, '2001:db8:5:7::1')).opened.statusCode).toBe(201);
  });

  it('should let whoever has begun finish, and count a submission once however often it is sent', async () => {
    const workspace = await api.createWorkspace();
    const { slug } = await createLink(api, workspace.live.key, { daily_limit_per_address: 2 });
    const pages = [await from(slug, STRANGER), await from(slug, STRANGER), await from(slug, STRANGER)];
    for (const page of pages) {
      expect((await page.send({ body })).statusCode).toBe(201);
      for (const _attempt of [1, 2, 3]) expect((await page.submit()).statusCode).toBe(200);
    }
    const refused = await from(slug, STRANGER);
    expectRefusal(refused.opened, 429, 'link_busy');
    expect(Number(refused.opened.headers['retry-after'])).toBeGreaterThan(0);
    const reloaded = await openPage(api, 'link', slug, pages[0]?.session, undefined, '198.51.100.1');
    expect(reloaded.opened.statusCode).toBe(201);
  });

  it('should keep one address from filling a link with drafts, by their number or by their size', async () => {
    const workspace = await api.createWorkspace();
    const [many, large] = [
      await createLink(api, workspace.live.key),
      await createLink(api, workspace.live.key),
    ];
    for (let n = 0; n < 75; n++) expect((await from(many.slug, STRANGER)).opened.statusCode).toBe(201);
    expectRefusal((await from(many.slug, STRANGER)).opened, 429, 'link_busy');
    expect((await openPage(api, 'link', many.slug)).opened.statusCode).toBe(201);

    const { session } = await openPage(api, 'link', large.slug);
    const { gate } = await openGate();
    const found = await api.services.capture.sessions.find(session);
    const bytes = 15 * MB;
    const upload = (address: string, slotIndex: number) =>
      gate.upload(found, address, { clientId: newClientId(), slotIndex, bytes }, async () => ({
        photo: { bytes },
        isNew: true,
        freedBytes: 0,
      }));
    for (let slot = 0; slot < 17; slot++) await upload(STRANGER, slot);
    await expect(upload(STRANGER, 17)).rejects.toMatchObject({ code: 'link_busy' });
    await upload('198.51.100.1', 17);
  });

  it('should count neither a photo that is taken again nor what had got through before', async () => {
    const workspace = await api.createWorkspace();
    const { slug } = await createLink(api, workspace.live.key, {
      daily_limit_per_address: 1,
      photo_slots: [{ instructions: 'The parcel' }],
    });
    const pages = [await from(slug, STRANGER), await from(slug, STRANGER), await from(slug, STRANGER)];
    const [first, second, third] = pages as [Customer, Customer, Customer];
    for (const _retake of [1, 2, 3]) expect((await first.send({ body })).statusCode).toBe(201);
    const [clientId, ticket] = [newClientId(), second.tickets[0]?.[0] ?? ''];
    expect((await second.send({ body, clientId, ticket })).statusCode).toBe(201);
    expectRefusal(await third.send({ body }), 429, 'link_busy');
    expect((await second.send({ body, clientId, ticket })).statusCode).toBe(200);
    for (const page of [first, second]) expect((await page.submit()).statusCode).toBe(200);
    expect((await first.submit()).statusCode).toBe(200);
  });

  it('should give back what a photo took that is taken again once, however many replace it at the same time', async () => {
    const workspace = await api.createWorkspace();
    const { id, slug } = await createLink(api, workspace.live.key);
    const page = await from(slug, STRANGER);
    const { gate, rateLimiter } = await openGate();
    const { capture, photos } = api.services;
    const session = await capture.sessions.find(page.session);
    const upload = async (ticket: string, number: number, whenBegun: () => unknown) => {
      const photo = await smallPhoto(number);
      const incoming = { clientId: newClientId(), slotIndex: 0, bytes: photo.length };
      return gate.upload(session, STRANGER, incoming, async () => {
        await whenBegun();
        const about = { ticket, capturedAt: api.clock.now(), location: null, hint: null, userAgent: '' };
        return capture.uploads.accept(
          session,
          { ...incoming, ...about, body: Readable.from([photo]) },
          createLog('silent'),
        );
      });
    };
    const [first = '', ...others] = page.tickets[0] ?? [];
    const { tickets } = await upload(first, 400, () => {});
    const retakes = [...others, ...tickets];
    const allBegun = Promise.withResolvers<void>();
    let begun = 0;
    const whenBegun = () => {
      begun += 1;
      if (begun === retakes.length) allBegun.resolve();
      return allBegun.promise;
    };
    await Promise.all(retakes.map((ticket, index) => upload(ticket, index + 1, whenBegun)));
    const [left, ...more] = await photos.listOf(session.owner, session.requestId);
    expect(more).toEqual([]);
    expect(await rateLimiter.peek('linkBytes', `${id} ${STRANGER}`)).toMatchObject({ count: left?.bytes });
  });

  it('should not count what was refused or sent twice', async () => {
    const workspace = await api.createWorkspace();
    const { slug } = await createLink(api, workspace.live.key, {
      daily_limit_per_address: 1,
      photo_slots: [{ instructions: 'The parcel' }],
    });
    const page = await from(slug, STRANGER);
    for (const _attempt of [1, 2, 3, 4]) {
      expectRefusal(
        await page.send({ body: Buffer.from('no photo'), ticket: 'wrong' }),
        403,
        'ticket_invalid',
      );
      expectRefusal(await page.submit(), 422, 'slots_missing');
    }
    expect((await page.send({ body })).statusCode).toBe(201);
    expect((await page.submit()).statusCode).toBe(200);
  });
});
