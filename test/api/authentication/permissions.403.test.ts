import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../../src/shared/scopes.ts';
import { MEMBERS, OWNED_TABLES, storeMember } from '../../helpers/app/stored-objects.ts';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { API_ROUTES, type ApiRoute, actionOf, imageFor } from '../../helpers/http/api-routes.ts';
import { TRACE } from '../../helpers/http/expect-response.ts';
import { ENDPOINTS, makeRoomForEndpoint, NOWHERE } from '../../helpers/webhooks/api-endpoints.ts';

const BODIES: Record<string, object> = {
  'POST /v1/photo-requests': { instructions: 'A photo, please' },
  'POST /v1/permanent-links': { name: 'Returns' },
  'PATCH /v1/permanent-links/:id': { name: 'Exchanges' },
  'POST /v1/templates': { name: 'Car', instructions: 'The car, please' },
  'PATCH /v1/templates/:id': { name: 'Van' },
  'POST /v1/webhook-endpoints': { url: NOWHERE },
  'PATCH /v1/webhook-endpoints/:id': { name: 'Orders' },
};

describe('what a key may do', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);

  /** An object of the workspace that the route can be called on. */
  async function addressOf({ url }: ApiRoute): Promise<string> {
    if (!url.includes('/:id')) return url;
    const [list = '', action = ''] = url.split(/\/:id(.*)/s);
    if (list === MEMBERS) return `${list}/${await storeMember(api, workspace.id)}${action}`;
    if (list === ENDPOINTS) await makeRoomForEndpoint(api, workspace.id);
    const created = await send({ method: 'POST', url: list }, list, workspace.live.key);
    return `${list}/${created.json().data.id}${action}`;
  }

  function send({ method, url }: Pick<ApiRoute, 'method' | 'url'>, path: string, key: string) {
    const image = method === 'POST' ? imageFor(url) : undefined;
    if (image !== undefined) return api.call(method, image.path, { key, ...image });
    const body = BODIES[`${method} ${url}`] ?? actionOf({ method, url })?.body;
    return api.call(method, path, { key, ...(body === undefined ? {} : { body }) });
  }

  const call = async (route: ApiRoute, key: string) => send(route, await addressOf(route), key);

  const stored = () =>
    Promise.all(OWNED_TABLES.map((table) => rowsOf(api.database, table, { workspace_id: workspace.id })));

  it('should be one of the nine permissions', () => {
    expect([...SCOPES].sort()).toEqual([
      'members:read',
      'members:write',
      'permanent_links:read',
      'permanent_links:write',
      'photo_requests:read',
      'photo_requests:write',
      'stats:read',
      'webhooks:read',
      'webhooks:write',
    ]);
  });

  const matrix = API_ROUTES.flatMap((route) =>
    SCOPES.map((scope) => ({ ...route, needed: route.scope, scope })),
  );
  const allowed = matrix.filter(({ needed, scope }) => needed === null || needed === scope);
  const refused = matrix.filter(({ needed, scope }) => needed !== null && needed !== scope);

  it.each(allowed)('should be $method $url with $scope alone', async ({ method, url, scope, needed }) => {
    const { key } = await api.createKey(workspace.id, { scopes: [scope] });
    const response = await call({ method, url, scope: needed }, key);
    expect(response.statusCode).toBe(actionOf({ method, url })?.status ?? (method === 'POST' ? 201 : 200));
  });

  it.each(refused)('should not be $method $url with $scope alone', async ({ method, url, scope, needed }) => {
    const { key } = await api.createKey(workspace.id, { scopes: [scope] });
    const path = await addressOf({ method, url, scope: needed });
    const before = await stored();
    const response = await send({ method, url }, path, key);
    expect(await stored()).toEqual(before);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual({
      error: {
        code: 'insufficient_permission',
        message: `This API key lacks the permission ${needed}.`,
        details: {},
        ...TRACE,
      },
    });
  });

  it.each(API_ROUTES)('should not be $method $url with every other permission', async (route) => {
    if (route.scope === null) return;
    const scopes = SCOPES.filter((scope) => scope !== route.scope);
    const { key } = await api.createKey(workspace.id, { scopes });
    expect((await call(route, key)).statusCode).toBe(403);
  });

  it('should be ping and status even without any permission', async () => {
    const { key } = await api.createKey(workspace.id, { scopes: [] });
    for (const route of API_ROUTES) {
      expect([route.url, (await call(route, key)).statusCode]).toEqual([
        route.url,
        route.scope === null ? 200 : 403,
      ]);
    }
  });

  it('should be refused before the object is looked for, and leave it as it was', async () => {
    const { key } = await api.createKey(workspace.id, { scopes: ['photo_requests:read'] });
    const path = await addressOf({ method: 'DELETE', url: '/v1/photo-requests/:id', scope: null });
    expect((await api.call('DELETE', path, { key })).statusCode).toBe(403);
    expect((await api.call('DELETE', '/v1/photo-requests/req_none', { key })).statusCode).toBe(403);
    expect((await api.call('GET', path, { key })).statusCode).toBe(200);
  });
});
