import { describe, expect, it } from 'vitest';
import { useTestApp, useWorkspaceForEach } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import {
  createLink,
  expectRefusal,
  newClientId,
  openPage,
  smallPhoto,
} from '../../helpers/capture/customer.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';

const body = await smallPhoto();

describe('a visit to a permanent link', () => {
  const api = useTestApp({ withPages: true });
  const workspace = useWorkspaceForEach(api);
  const askFor = (id: string, ...instructions: string[]) =>
    api.call('PATCH', `/v1/permanent-links/${id}`, {
      key: workspace.live.key,
      body: { photo_slots: instructions.map((text) => ({ instructions: text })) },
    });
  const dataOf = async (path: string) =>
    JSON.parse(/id="page">(.*?)<\/script>/.exec((await api.call('GET', path)).body)?.[1] ?? '').request;

  const link = (more: object = {}) => createLink(api, workspace.live.key, more);
  const listed = async (query = '') =>
    (await api.call('GET', `/v1/photo-requests${query}`, { key: workspace.live.key })).json().data;
  const stats = async () =>
    (await api.call('GET', '/v1/stats', { key: workspace.live.key })).json().data.photo_requests;
  const linkNow = async (id: string) =>
    (await api.call('GET', `/v1/permanent-links/${id}`, { key: workspace.live.key })).json().data;

  it('should become a request of its own, listed once it is submitted, with both events', async () => {
    const { id, slug } = await link({ metadata: { desk: '7' }, photo_slots: [{ instructions: 'Parcel' }] });
    const [first, second] = [await openPage(api, 'link', slug), await openPage(api, 'link', slug)];
    await first.send({ body });
    await second.send({ body });
    expect(await listed()).toEqual([]);
    expect(Object.values(await stats())).toEqual([0, 0, 0, 0, 0]);
    expect((await first.submit()).statusCode).toBe(200);
    expect(await listed(`?permanent_link_id=${id}`)).toHaveLength(1);
    expect((await second.submit()).statusCode).toBe(200);
    const requests = await listed(`?permanent_link_id=${id}`);
    expect(requests).toHaveLength(2);
    expect(await stats()).toMatchObject({ submitted: 2, in_progress: 0 });
    expect(await linkNow(id)).toMatchObject({ submission_count: 2 });
    for (const request of requests) {
      expect(request).toMatchObject({
        type: 'permanent',
        status: 'submitted',
        permanent_link_id: id,
        metadata: { desk: '7' },
        items: [{ slot_instructions: 'Parcel' }],
      });
      const events = await rowsOf(api.database, 'events', { subject_id: request.id }, 'type');
      expect(events.map(({ type }) => type)).toEqual(['photo_request.submitted', 'photo_submission.created']);
      for (const event of events) {
        expect(JSON.parse(event.body)).toMatchObject({
          event: event.type,
          data: { id: request.id, type: 'permanent', permanent_link_id: id, metadata: { desk: '7' } },
        });
      }
    }
  });

  it('should leave nothing when it is only looked at', async () => {
    const { id, slug } = await link();
    const page = await openPage(api, 'link', slug);
    expect(await page.state()).toMatchObject({ status: 'pending', photos: [], submitted_at: null });
    expectRefusal(await page.submit(), 422, 'slots_missing');
    const visits = await rowsOf(api.database, 'photo_requests', { permanent_link_id: id });
    expect(visits).toEqual([]);
  });

  it('should go on with the session before, after a reload and in a second tab', async () => {
    const { slug } = await link();
    const first = await openPage(api, 'link', slug);
    const tab = await openPage(api, 'link', slug, first.session);
    const clientId = newClientId();
    await tab.send({ clientId, body });
    expect(await first.state()).toMatchObject({ status: 'in_progress', photos: [{ client_id: clientId }] });
    const reloaded = await openPage(api, 'link', slug, tab.session);
    expect(reloaded.opened.json().data.state).toMatchObject({ photos: [{ client_id: clientId }] });
    await reloaded.send({ slot: 1, body });
    expect((await reloaded.submit()).statusCode).toBe(200);
    expect(await first.state()).toMatchObject({ status: 'submitted' });
    expect(await listed()).toMatchObject([{ items: [{}, {}] }]);
  });

  it('should be a new one after the one before was submitted, is over, or was of another link', async () => {
    const [here, there] = [await link(), await link({ name: 'Elsewhere' })];
    const done = await openPage(api, 'link', here.slug);
    await done.send({ body });
    await done.submit();
    const foreign = await openPage(api, 'link', there.slug);
    await foreign.send({ body });
    const old = await openPage(api, 'link', here.slug);
    await old.send({ body });
    for (const previous of [done.session, foreign.session, '0'.repeat(26), 'nonsense']) {
      const page = await openPage(api, 'link', here.slug, previous);
      expect(page.opened.json().data.state).toMatchObject({ status: 'pending', photos: [], photo_count: 0 });
    }
    api.clock.advance(24 * HOUR);
    const late = await openPage(api, 'link', here.slug, old.session);
    expect(late.opened.json().data.state).toMatchObject({ photos: [] });
  });

  it('should be a new one after the one before was deleted, on the same device', async () => {
    const { slug } = await link();
    const first = await openPage(api, 'link', slug);
    await first.send({ body });
    await first.submit();
    const [deleted] = await listed();
    await api.call('DELETE', `/v1/photo-requests/${deleted.id}`, { key: workspace.live.key });
    const next = await openPage(api, 'link', slug, first.session);
    const sent = await next.send({ body });
    expect(sent.statusCode, sent.body).toBe(201);
    expect((await next.submit()).statusCode).toBe(200);
    const requests = await listed();
    expect(requests).toHaveLength(1);
    expect(requests[0].id).not.toBe(deleted.id);
  });

  it('should be refused at submission when the link is full by then', async () => {
    const { id, slug } = await link({ max_submissions: 2 });
    const pages = [];
    for (let n = 0; n < 5; n++) {
      const page = await openPage(api, 'link', slug);
      expect((await page.send({ body })).statusCode).toBe(201);
      pages.push(page);
    }
    const responses = await Promise.all(pages.map((page) => page.submit()));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
    for (const response of responses.filter(({ statusCode }) => statusCode !== 200)) {
      expectRefusal(response, 410, 'request_closed');
    }
    expect(await linkNow(id)).toMatchObject({ submission_count: 2 });
    expect(await listed()).toHaveLength(2);
    expectRefusal((await openPage(api, 'link', slug)).opened, 410, 'request_closed');
  });

  it('should not be submitted through a link that was deleted; what was submitted before stays', async () => {
    const { id, slug } = await link();
    const [early, late] = [await openPage(api, 'link', slug), await openPage(api, 'link', slug)];
    await early.send({ body });
    await late.send({ body });
    await early.submit();
    await api.call('DELETE', `/v1/permanent-links/${id}`, { key: workspace.live.key });
    const refused = await late.submit();
    expect([404, 410]).toContain(refused.statusCode);
    expect(await listed()).toMatchObject([{ permanent_link_id: id, items: [{}] }]);
    expectRefusal((await openPage(api, 'link', slug)).opened, 404, 'request_gone');
  });

  it('should begin by an old slug too', async () => {
    const { id, slug } = await link();
    const changed = `${slug.slice(0, 20)}-new`;
    await api.call('PATCH', `/v1/permanent-links/${id}`, {
      key: workspace.live.key,
      body: { slug: changed },
    });
    for (const key of [slug, changed]) {
      const page = await openPage(api, 'link', key);
      await page.send({ body });
      expect((await page.submit()).statusCode).toBe(200);
    }
    expect(await listed(`?permanent_link_id=${id}`)).toHaveLength(2);
  });

  it('should keep the wishes it began with when the link is changed', async () => {
    const { id, slug } = await link({ photo_slots: [{ instructions: 'Front' }] });
    const page = await openPage(api, 'link', slug);
    await page.send({ body });
    await api.call('PATCH', `/v1/permanent-links/${id}`, {
      key: workspace.live.key,
      body: { photo_slots: [{ instructions: 'A' }, { instructions: 'B' }] },
    });
    expect((await page.submit()).statusCode).toBe(200);
  });

  describe('whose link changes', () => {
    const open = (slug: string, edition: string, previous?: string) =>
      api.call('POST', '/capture/sessions', { body: { kind: 'link', key: slug, edition, previous } });

    it('should begin with what its page shows, or not at all', async () => {
      const { id, slug } = await link({ photo_slots: [{ instructions: 'Front' }] });
      const { edition } = await dataOf(`/p/${slug}`);
      const page = await openPage(api, 'link', slug);
      await askFor(id, 'Serial number', 'Front');
      const headers = { 'x-page-edition': edition };
      expectRefusal(await page.send({ body, headers }), 409, 'round_over');
      expect(await rowsOf(api.database, 'photo_requests', { permanent_link_id: id }, 'id')).toEqual([]);
      expectRefusal(await open(slug, edition), 409, 'round_over');
      const now = await dataOf(`/p/${slug}`);
      expect((await page.send({ body, headers: { 'x-page-edition': now.edition } })).statusCode).toBe(201);
    });

    it('should go on with what it began with, on a page that is reloaded as well', async () => {
      const { id, slug } = await link({ photo_slots: [{ instructions: 'Front' }, { instructions: 'Back' }] });
      const before = await dataOf(`/p/${slug}`);
      const page = await openPage(api, 'link', slug);
      await page.send({ body });
      await askFor(id, 'Serial number');
      const after = await dataOf(`/p/${slug}`);
      expect(after.slots).toHaveLength(1);
      const { state, tickets } = (await open(slug, after.edition, page.session)).json().data;
      expect(Object.keys(tickets)).toEqual(['0', '1']);
      expect(await dataOf(`/p/${slug}?visit=${state.visit}`)).toEqual(before);
      expect((await open(slug, before.edition, page.session)).json().data.state).not.toHaveProperty('visit');
    });

    it.each(['\0', 'req_x', 'of another link', 'submitted'])(
      'should not be shown for a visit that does not go on here: %j',
      async (name) => {
        const [{ slug }, other] = [await link(), await link({ instructions: 'Other' })];
        const page = await openPage(api, 'link', name === 'submitted' ? slug : other.slug);
        await page.send({ body });
        const row = (await rowsOf(api.database, 'photo_requests', { type: 'permanent' }, 'id')).at(-1);
        if (name === 'submitted') await page.submit();
        const visit = name.includes('t') ? row?.id : name;
        expect(await dataOf(`/p/${slug}?visit=${encodeURIComponent(String(visit))}`)).toEqual(
          await dataOf(`/p/${slug}`),
        );
      },
    );
  });
});
