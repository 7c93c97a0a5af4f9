import { describe, expect, it } from 'vitest';
import { MEMBERS, storeMember } from '../../helpers/app/stored-objects.ts';
import { type TestWorkspace, useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { API_ROUTES, type ApiRoute, actionOf, imageFor } from '../../helpers/http/api-routes.ts';
import { expectError, refusalOf } from '../../helpers/http/expect-response.ts';
import { STRANGE_IDS } from '../../helpers/http/strange-ids.ts';
import { ENDPOINTS, makeRoomForEndpoint, NOWHERE } from '../../helpers/webhooks/api-endpoints.ts';

/** What can be owned: where it is made, and what a stranger would try to write into it. */
const OWNED: Record<string, { create: object; change: object }> = {
  '/v1/photo-requests': {
    create: { instructions: 'A secret photo', external_id: 'claim-1', metadata: { secret: 'yes' } },
    change: {},
  },
  '/v1/permanent-links': {
    create: { name: 'Secret desk', metadata: { secret: 'yes' } },
    change: { name: 'Taken over', is_active: false, instructions: 'Mine now' },
  },
  '/v1/templates': {
    create: { name: 'Secret template', instructions: 'A secret photo' },
    change: { name: 'Taken over', instructions: 'Mine now' },
  },
  '/v1/slot-images': { create: {}, change: {} },
  [MEMBERS]: { create: {}, change: { submitted: { app: false, email: 'off' } } },
  '/v1/webhook-endpoints': {
    create: { name: 'Secret endpoint', url: `${NOWHERE}/secret` },
    change: { name: 'Taken over', url: `${NOWHERE}/mine`, is_active: false },
  },
};

const WITH_ID = API_ROUTES.filter(({ url }) => url.includes(':id'));
const listOf = (url: string) => url.slice(0, url.indexOf('/:id'));

describe('an object of another workspace', () => {
  let attempts = 0;
  const api = useTestApp();
  const stranger = useWorkspace(api);
  const owner = useWorkspace(api);

  async function createFor(workspace: TestWorkspace, environment: 'live' | 'test', list: string) {
    const { key } = workspace[environment];
    if (list === MEMBERS) return read(list, await storeMember(api, workspace.id), key);
    if (list === ENDPOINTS) await makeRoomForEndpoint(api, workspace.id);
    const image = imageFor(list);
    const response =
      image === undefined
        ? await api.call('POST', list, { key, body: OWNED[list]?.create })
        : await api.call('POST', image.path, { key, ...image });
    expect(response.statusCode).toBe(201);
    // As it is read: some things are shown only when they are created.
    return read(list, response.json().data.id, key);
  }

  const read = async (list: string, id: string, key: string): Promise<{ id: string }> =>
    (await api.call('GET', `${list}/${id}`, { key })).json().data;

  function attempt(route: ApiRoute, id: string, key: string, headers: Record<string, string> = {}) {
    const { method, url } = route;
    attempts += 1;
    const change = { ...OWNED[listOf(url)]?.change, slug: `taken-over-${attempts}` };
    const body = method === 'PATCH' ? change : actionOf(route)?.body;
    return api.call(method, url.replace(':id', id), {
      key,
      headers,
      ...(body === undefined ? {} : { body }),
    });
  }

  it('should be tried on every route of the app that names one', () => {
    for (const { url } of WITH_ID) expect(Object.keys(OWNED)).toContain(listOf(url));
  });

  for (const environment of ['live', 'test'] as const) {
    it.each(WITH_ID)(
      `should be 404 on $method $url (${environment}), like one that never was, and stay`,
      async (route) => {
        const list = listOf(route.url);
        const created = await createFor(owner, environment, list);
        const mine = await createFor(stranger, environment, list);
        for (const { key } of [stranger.live, stranger.test]) {
          const response = await attempt(route, created.id, key);
          const neverWas = await attempt(route, `${created.id.slice(0, -6)}000000`, key);
          for (const one of [response, neverWas]) expectError(one, 404, 'not_found', []);
          expect(refusalOf(response)).toEqual(refusalOf(neverWas));
          expect(response.body).not.toContain('ecret');
        }
        expect(await read(list, created.id, owner[environment].key)).toEqual(created);
        // The route itself works, on one's own.
        const own = await attempt(route, mine.id, stranger[environment].key);
        const { status = 200, statusInTest = status } = actionOf(route) ?? {};
        expect(own.statusCode).toBe(environment === 'test' ? statusInTest : status);
      },
    );
  }

  it.each(WITH_ID)('should be 404 on $method $url for what is no id at all', async (route) => {
    for (const [name, id] of STRANGE_IDS) {
      // With a key for repetitions, which is stored beside what it is for.
      for (const headers of [{}, { 'idempotency-key': `of ${attempts}` }]) {
        const response = await attempt(route, id, stranger.live.key, headers);
        expect([name, headers, response.statusCode]).toEqual([name, headers, 404]);
        expectError(response, 404, 'not_found', []);
      }
    }
  });

  it.each(Object.keys(OWNED))('should not be listed at %s, whatever the filter or cursor', async (list) => {
    const workspace = await api.createWorkspace();
    for (let i = 0; i < 3; i++) await createFor(owner, 'live', list);
    const { next_cursor: cursor } = (await api.call('GET', `${list}?limit=1`, { key: owner.live.key })).json()
      .meta;
    expect(cursor).toBeTruthy();
    // Every workspace has someone.
    const own = (await rowsOf(api.database, 'members', { workspace_id: workspace.id })).map(
      ({ user_id }) => user_id,
    );
    const queries = ['', '?limit=100', '?created_after=2000-01-01T00:00:00Z'];
    if (list.endsWith('requests')) queries.push('?external_id=claim-1', '?status=pending', '?type=one_time');
    for (const query of queries) {
      const response = await api.call('GET', list + query, { key: workspace.live.key });
      const others = response.json().data.filter(({ id }: { id: string }) => !own.includes(id));
      expect([query, response.statusCode, others]).toEqual([query, 200, []]);
    }
    for (const { key } of [workspace.live, workspace.test]) {
      const refused = await api.call('GET', `${list}?limit=1&cursor=${cursor}`, { key });
      expectError(refused, 400, 'invalid_parameter', ['cursor']);
    }
  });

  it('should not be counted in the statistics', async () => {
    const workspace = await api.createWorkspace();
    for (const list of Object.keys(OWNED)) await createFor(owner, 'live', list);
    const { data } = (await api.call('GET', '/v1/stats', { key: workspace.live.key })).json();
    expect(data.photo_requests).toEqual({
      pending: 0,
      in_progress: 0,
      submitted: 0,
      expired: 0,
      canceled: 0,
    });
    expect(data.permanent_links).toEqual({ total: 0, active: 0, draft_count: 0, draft_bytes: 0 });
  });

  it('should keep its slug, also against a stranger’s PATCH and after it is deleted', async () => {
    const slug = 'the-owner-s-desk';
    const created = await api.call('POST', '/v1/permanent-links', {
      key: owner.live.key,
      body: { name: 'Desk', slug },
    });
    const mine = await createFor(stranger, 'live', '/v1/permanent-links');
    const take = async () =>
      (await api.call('PATCH', `/v1/permanent-links/${mine.id}`, { key: stranger.live.key, body: { slug } }))
        .statusCode;
    expect(await take()).toBe(422);
    await api.call('DELETE', `/v1/permanent-links/${created.json().data.id}`, { key: owner.live.key });
    expect(await take()).toBe(422);
  });
});
