import { describe, expect, it } from 'vitest';
import { useTestApp, useWorkspaceForEach } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import {
  type Customer,
  createLink,
  expectRefusal,
  type Handover,
  newClientId,
  openPage,
  smallPhoto,
} from '../../helpers/capture/customer.ts';
import { rowOf } from '../../helpers/database/stored-rows.ts';

const HERE = '198.51.100.7';

describe('a permanent link with an access code', () => {
  const api = useTestApp({ withPages: true });
  const workspace = useWorkspaceForEach(api);

  const protectedLink = (access_code = 'Blue Door') =>
    createLink(api, workspace.live.key, { instructions: 'The secret parcel.', access_code });
  const look = (slug: string, cookie = '') =>
    api.app.inject({ url: `/p/${slug}`, headers: { cookie }, remoteAddress: HERE });
  const enter = (slug: string, code: string, remoteAddress = HERE) =>
    api.app.inject({
      method: 'POST',
      url: `/p/${slug}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `access_code=${encodeURIComponent(code)}`,
      remoteAddress,
    });
  const cookieOf = (response: { headers: Record<string, unknown> }) =>
    String(response.headers['set-cookie'] ?? '').split(';')[0] ?? '';
  const open = (
    slug: string,
    { cookie = '', ...origin }: { cookie?: string; previous?: string; handover?: Handover } = {},
  ) =>
    api.call('POST', '/capture/sessions', {
      body: { kind: 'link', key: slug, ...origin },
      headers: { cookie },
      remoteAddress: HERE,
    });

  const offeredBy = async (page: Customer): Promise<Handover> => ({
    code: (await page.offer()).json().data.code,
    secret: newClientId(),
  });

  it('should show nothing and open nothing before the code was entered, and everything after', async () => {
    const { slug } = await protectedLink();
    const asked = await look(slug);
    expect(asked.statusCode).toBe(200);
    expect(asked.body).toContain('name="access_code"');
    expect(asked.body).not.toContain('The secret parcel.');
    expectRefusal(await open(slug), 403, 'access_code_required');

    const wrong = await enter(slug, 'Green Door');
    expect([wrong.statusCode, cookieOf(wrong)]).toEqual([403, '']);
    expect(wrong.body).toContain('code-wrong');

    const right = await enter(slug, ' blue door ');
    expect([right.statusCode, right.headers.location]).toEqual([303, `/p/${slug}`]);
    expect(String(right.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/);
    expect((await look(slug, cookieOf(right))).body).toContain('The secret parcel.');
    expect((await open(slug, { cookie: cookieOf(right) })).statusCode).toBe(201);
  });

  it('should let no one in with the cookie of another link, an old one, or one that was changed', async () => {
    const [here, there] = [await protectedLink(), await protectedLink('Blue Door')];
    const cookie = cookieOf(await enter(there.slug, 'Blue Door'));
    const forged = cookie.replace(there.id, here.id);
    for (const bad of [cookie, forged, forged.replace(/=\d+/, '=9999999999999'), `access_${here.id}=`]) {
      expectRefusal(await open(here.slug, { cookie: bad }), 403, 'access_code_required');
    }
    const mine = cookieOf(await enter(here.slug, 'Blue Door'));
    api.clock.advance(24 * HOUR);
    expectRefusal(await open(here.slug, { cookie: mine }), 403, 'access_code_required');
  });

  it('should ask again after the code was changed, but let a visit that has begun go on', async () => {
    const { id, slug } = await createLink(api, workspace.live.key);
    const begun = await openPage(api, 'link', slug);
    expect((await begun.send({ body: await smallPhoto() })).statusCode).toBe(201);
    const change = (access_code: string | null) =>
      api.call('PATCH', `/v1/permanent-links/${id}`, { key: workspace.live.key, body: { access_code } });
    await change('Blue Door');
    const cookie = cookieOf(await enter(slug, 'Blue Door'));
    expect((await open(slug, { cookie })).statusCode).toBe(201);
    expect((await change('Red Door')).json().data).toMatchObject({ has_access_code: true });
    expectRefusal(await open(slug, { cookie }), 403, 'access_code_required');
    expect((await open(slug, { previous: begun.session })).statusCode).toBe(201);
    expect((await enter(slug, 'Red Door')).statusCode).toBe(303);
    expect((await change(null)).json().data).toMatchObject({ has_access_code: false });
    expect((await open(slug)).statusCode).toBe(201);
  });

  it('should throttle wrong codes per address and link, and keep out no one else', async () => {
    const [here, there] = [await protectedLink(), await protectedLink()];
    for (let n = 0; n < 10; n++) expect((await enter(here.slug, `guess ${n}`)).statusCode).toBe(403);
    const throttled = await enter(here.slug, 'Blue Door');
    expect([throttled.statusCode, Number(throttled.headers['retry-after'])]).toEqual([429, 60]);
    expect(throttled.body).toContain('code-throttled');
    expect((await enter(here.slug, 'Blue Door', '198.51.100.8')).statusCode).toBe(303);
    expect((await enter(there.slug, 'Blue Door')).statusCode).toBe(303);
    api.clock.advance(60_000);
    expect((await enter(here.slug, 'Blue Door')).statusCode).toBe(303);
  });

  it('should lead on to the page when the code was taken away while its form was open', async () => {
    const { id, slug } = await protectedLink();
    const change = { key: workspace.live.key, body: { access_code: null } };
    expect((await api.call('PATCH', `/v1/permanent-links/${id}`, change)).statusCode).toBe(200);
    const entered = await enter(slug, 'Blue Door');
    expect([entered.statusCode, entered.headers.location]).toEqual([303, `/p/${slug}`]);
  });

  it('should ask whoever was let in before there was a code, and has sent nothing yet', async () => {
    const { id, slug } = await createLink(api, workspace.live.key);
    const { session } = (await open(slug)).json().data;
    const change = { key: workspace.live.key, body: { access_code: 'Blue Door' } };
    expect((await api.call('PATCH', `/v1/permanent-links/${id}`, change)).statusCode).toBe(200);
    expectRefusal(await open(slug, { previous: session }), 403, 'access_code_required');
  });

  it('should ask the device that a visit without a photo is handed over to, but not that of one with a photo', async () => {
    const { id, slug } = await createLink(api, workspace.live.key);
    const [empty, begun] = [await openPage(api, 'link', slug), await openPage(api, 'link', slug)];
    expect((await begun.send({ body: await smallPhoto() })).statusCode).toBe(201);
    const change = { key: workspace.live.key, body: { access_code: 'Blue Door' } };
    expect((await api.call('PATCH', `/v1/permanent-links/${id}`, change)).statusCode).toBe(200);
    const handover = await offeredBy(empty);
    expectRefusal(await open(slug, { handover }), 403, 'access_code_required');
    const cookie = cookieOf(await enter(slug, 'Blue Door'));
    const admitted = await open(slug, { cookie, handover });
    expect(admitted.statusCode).toBe(201);
    expect((await empty.state()).handed_over).toBe(true);

    const other = await offeredBy(begun);
    // The response to the first call may have been lost.
    for (let call = 0; call < 2; call++) {
      const continued = await open(slug, { handover: other });
      expect(continued.json().data.state.photo_count).toBe(1);
    }
  });

  it('should count no right code as a wrong one', async () => {
    const { slug } = await protectedLink();
    for (let n = 0; n < 25; n++) expect((await enter(slug, 'Blue Door')).statusCode).toBe(303);
  });

  it('should be in no response, and in no table as it was typed', async () => {
    const response = await api.call('POST', '/v1/permanent-links', {
      key: workspace.live.key,
      body: { name: 'The desk', access_code: 'Blue Door' },
      headers: { 'idempotency-key': 'once' },
    });
    expect(response.body).not.toContain('Blue Door');
    const { id } = response.json().data;
    const row = await rowOf(api.database, 'permanent_links', { id });
    const kept = await api.database.reader.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify([row, kept])).not.toContain('Blue Door');
  });

  it.each([
    ['abc', 'Must have at least 4 characters.'],
    ['  a  ', 'Must have at least 4 characters.'],
    ['x'.repeat(33), 'Must have at most 32 characters.'],
  ])('should refuse the code %j', async (access_code, message) => {
    const response = await api.call('POST', '/v1/permanent-links', {
      key: workspace.live.key,
      body: { name: 'The desk', access_code },
    });
    expectRefusal(response, 422, 'validation_error');
    expect(response.json().error.details.access_code).toContain(message);
  });
});
