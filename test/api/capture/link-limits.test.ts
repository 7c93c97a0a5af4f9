import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLink, expectRefusal, openPage, smallPhoto } from '../../helpers/customer.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../helpers/test-app.ts';
import { HOUR } from '../../helpers/test-clock.ts';

const STRANGER = '203.0.113.9';

describe('limits per address on a permanent link', () => {
  let api: TestApp;
  let body: Buffer;
  beforeAll(async () => {
    api = await startTestApp();
    body = await smallPhoto();
  });
  afterAll(() => api.close());

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

  it('should keep one address from using up the lifetime quota, and let others in', async () => {
    const workspace = await api.createWorkspace({ plan: 'developer_free' });
    const { slug } = await createLink(api, workspace.live.key);
    const taken = await floodFrom(slug, STRANGER, 12);
    expect(taken).toBe(50);
    expect(await used(workspace)).toBe(50);
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
