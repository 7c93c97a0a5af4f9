import { createHmac, timingSafeEqual } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { allowOrigins } from '../../helpers/app/origins.ts';
import { useTestApp, useWorkspaceForEach } from '../../helpers/app/test-app.ts';
import {
  type Customer,
  createLink,
  createRequest,
  handOver,
  keyOf,
  openPage,
} from '../../helpers/capture/customer.ts';
import { createReviewer, fillPlaces, submitPlaces } from '../../helpers/capture/rounds.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { expectData, expectError } from '../../helpers/http/expect-response.ts';

const SHOP = 'https://shop.example.com';
const URLS = { return_url: `${SHOP}/thanks?order=7&status=forged#top`, cancel_url: `${SHOP}/order/7` };

/** As the guide says. */
function isGenuine(address: string, secret: string, nowSeconds: number): boolean {
  const query = new URL(address).searchParams;
  const [id, status, t] = ['photo_request_id', 'status', 't'].map((name) => query.get(name) ?? '');
  if (Math.abs(nowSeconds - Number(t)) > 300) return false;
  const expected = createHmac('sha256', secret).update(`${id}.${status}.${t}`).digest('hex');
  return (query.get('signature') ?? '')
    .split('.')
    .some(
      (one) => one.length === expected.length && timingSafeEqual(Buffer.from(one), Buffer.from(expected)),
    );
}

describe('the way back to the business’s own site', () => {
  const api = useTestApp({ withPages: true });
  const workspace = useWorkspaceForEach(api);

  const live = () => ({ workspaceId: workspace.id, environment: 'live' as const });
  const now = () => Math.floor(api.clock.now() / 1000);
  const call = (method: 'POST' | 'PATCH' | 'GET', path: string, body?: object, { key } = workspace.live) =>
    api.call(method, `/v1/${path}`, { key, ...(body && { body }) });
  const backOf = async ({ session }: Customer) =>
    (await api.call('GET', '/capture/return', { headers: { 'x-capture-session': session } })).json().data;
  const pageOf = async (path: string) => (await api.call('GET', path)).body;

  async function submittedPage(body: object = URLS) {
    const request = await createRequest(api, workspace.live.key, body);
    const page = await openPage(api, 'request', request.token);
    await page.send();
    expect(await backOf(page)).toBeNull();
    await page.submit();
    return { request, page };
  }

  it('should lead to the stored address, signed for this request, once it is submitted', async () => {
    await allowOrigins(api, workspace.id, SHOP);
    const { request, page } = await submittedPage();
    const { url, host } = await backOf(page);
    expect(host).toBe('shop.example.com');
    const { origin, pathname, hash, searchParams } = new URL(url);
    expect({ origin, pathname, hash }).toEqual({ origin: SHOP, pathname: '/thanks', hash: '#top' });
    expect(Object.fromEntries(searchParams)).toMatchObject({
      order: '7',
      photo_request_id: request.id,
      status: 'submitted',
      t: String(now()),
    });
    const { current } = await api.services.returns.reveal(OPERATOR, live());
    expect(isGenuine(url, current, now())).toBe(true);
    for (const forged of [
      url.replace(request.id, 'req_another'),
      url.replace('status=submitted', 'status=approved'),
      url.replace(/t=\d+/, `t=${now() + 60}`),
      url.replace(/signature=(.)/, (_: string, first: string) => `signature=${first === '0' ? '1' : '0'}`),
    ])
      expect(isGenuine(forged, current, now()), forged).toBe(false);
    const other = await api.services.returns.reveal(OPERATOR, { ...live(), environment: 'test' });
    expect(isGenuine(url, other.current, now())).toBe(false);
    // Whoever opens the link again finds the way back as well.
    expect(await pageOf(`/r/${request.token}`)).toContain(`href="${SHOP}/thanks?`);
  });

  it.each(['link', 'request'] as const)(
    'should confirm the submission of a %s to the device that handed it over, and tell of no photo',
    async (kind) => {
      await allowOrigins(api, workspace.id, SHOP);
      const key =
        kind === 'link'
          ? (await createLink(api, workspace.live.key, URLS)).slug
          : (await createRequest(api, workspace.live.key, URLS)).token;
      const began = await openPage(api, kind, key);
      const receiptOf = async ({ session }: Customer) =>
        (await api.call('GET', '/capture/receipt', { headers: { 'x-capture-session': session } })).json()
          .data;
      const told = async () => [await backOf(began), await receiptOf(began)];
      const phone = await handOver(api, began, kind, key);
      expect(await told()).toEqual([null, null]);
      await phone.send();
      expect(await told()).toEqual([null, null]);
      await phone.submit();
      const [back, receipt] = await told();
      const names = ['photo_request_id', 'status', 't', 'signature'];
      expect(Object.keys(back)).toEqual(['url', 'host']);
      expect(new Set(new URL(back.url).searchParams.keys())).toEqual(new Set(['order', ...names]));
      expect(Object.keys(receipt)).toEqual(names);
      expect(receipt).toEqual(await receiptOf(phone));
      expect(await began.state()).toMatchObject({ status: 'submitted', photo_count: 1, photos: [] });
    },
  );

  it('should carry both signatures while the secret is rotated', async () => {
    await allowOrigins(api, workspace.id, SHOP);
    const { returns } = api.services;
    const { page } = await submittedPage();
    await expect(returns.activate(OPERATOR, live())).rejects.toMatchObject({ code: 'validation_error' });
    const { current: old, next } = await returns.rotate(OPERATOR, live());
    const during = (await backOf(page)).url;
    expect([old, next ?? ''].map((secret) => isGenuine(during, secret, now()))).toEqual([true, true]);
    await returns.activate(OPERATOR, live());
    const after = (await backOf(page)).url;
    expect([old, next ?? ''].map((secret) => isGenuine(after, secret, now()))).toEqual([false, true]);
    const [row] = await rowsOf(api.database, 'return_secrets', { workspace_id: workspace.id });
    expect(row?.secret).not.toContain('rtsec_');
  });

  it('should end with the origin that is taken off the list, also for what was created before', async () => {
    await allowOrigins(api, workspace.id, SHOP, 'https://other.example.com');
    const request = await createRequest(api, workspace.live.key, URLS);
    expect(await pageOf(`/r/${request.token}`)).toContain(URLS.cancel_url);
    const { page } = await submittedPage();
    await allowOrigins(api, workspace.id, 'https://other.example.com');
    expect(await backOf(page)).toBeNull();
    const shown = await pageOf(`/r/${request.token}`);
    expect(shown).not.toContain('shop.example.com');
    expect(shown).not.toContain('"returns"');
  });

  it('should be there after each round', async () => {
    await allowOrigins(api, workspace.id, SHOP);
    const { decide, askAgain } = createReviewer(api, workspace);
    const { id, token } = await createRequest(api, workspace.live.key, URLS);
    await submitPlaces(api, token, [0]);
    await decide(id, askAgain(0));
    const again = await openPage(api, 'request', token);
    expect(await backOf(again)).toBeNull();
    await fillPlaces(again, [0], 5);
    await again.submit();
    expect(new URL((await backOf(again)).url).searchParams.get('photo_request_id')).toBe(id);
  });

  it('should come from permanent links and templates, and be taken away again', async () => {
    await allowOrigins(api, workspace.id, SHOP);
    const template = expectData(
      await call('POST', 'templates', { name: 'Car', instructions: 'The car', ...URLS }),
      201,
    );
    const request = expectData(await call('POST', 'photo-requests', { template_id: template.id }), 201);
    expect(request).toMatchObject(URLS);
    const link = await createLink(api, workspace.live.key, { template_id: template.id, cancel_url: null });
    const visit = await openPage(api, 'link', link.slug);
    await visit.send();
    await visit.submit();
    const [row] = await rowsOf(api.database, 'photo_requests', { permanent_link_id: link.id });
    expect(new URL((await backOf(visit)).url).searchParams.get('photo_request_id')).toBe(row?.id);

    // What was created from it needs no list that still has its origin; what is sent does.
    await allowOrigins(api, workspace.id);
    const later = expectData(await call('POST', 'photo-requests', { template_id: template.id }), 201);
    expect(await pageOf(`/r/${keyOf(String(later.request_url))}`)).not.toContain('shop.example.com');
    const changes = { return_url: `${SHOP}/elsewhere` };
    expectError(await call('PATCH', `permanent-links/${link.id}`, changes), 422, 'validation_error');
    expectError(await call('PATCH', `templates/${template.id}`, changes), 422, 'validation_error');
    const cleared = { return_url: null, cancel_url: null };
    expect(expectData(await call('PATCH', `permanent-links/${link.id}`, cleared), 200)).toMatchObject(
      cleared,
    );
    expect(expectData(await call('PATCH', `templates/${template.id}`, cleared), 200)).toMatchObject(cleared);
  });

  it.each([
    ['https://shop.example.com.evil.example/', 'isn’t an allowed origin'],
    ['https://shop.example.com:8443/', 'isn’t an allowed origin'],
    ['https://shop.example.com@evil.example/', 'Must be an https address'],
    ['http://shop.example.com/', 'Must be an https address'],
    ['http://localhost:3000/', 'in the test environment'],
    ['javascript:alert(1)//https://shop.example.com', 'Must be an https address'],
    ['//shop.example.com/', 'Must be an https address'],
  ])('should refuse %s', async (return_url, said) => {
    await allowOrigins(api, workspace.id, SHOP, 'http://localhost:3000');
    const body = { instructions: 'The car', return_url, cancel_url: return_url };
    const details = expectError(await call('POST', 'photo-requests', body), 422, 'validation_error');
    expect(details.return_url?.[0]).toContain(said);
    expect(details.cancel_url?.[0]).toContain(said);
  });

  it('should lead to http on the developer’s own machine in the test environment', async () => {
    await allowOrigins(api, workspace.id, 'http://localhost:3000');
    const body = { instructions: 'The car', return_url: 'http://localhost:3000/done' };
    expectData(await call('POST', 'photo-requests', body, workspace.test), 201);
  });
});
