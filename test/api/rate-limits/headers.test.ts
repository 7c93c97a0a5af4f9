import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { DatabaseUnavailableError } from '../../../src/platform/db/database.ts';
import { startNode } from '../../helpers/app/node.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { withFailingWrites } from '../../helpers/database/failing-writes.ts';
import { API_ROUTES } from '../../helpers/http/api-routes.ts';
import { TRACE } from '../../helpers/http/expect-response.ts';

describe('the three rate-limit headers', () => {
  const api = useTestApp();

  function expectHeaders(response: LightMyRequestResponse, status: number): void {
    expect(response.statusCode).toBe(status);
    for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
      expect([name, String(response.headers[name])]).toEqual([name, expect.stringMatching(/^\d+$/)]);
    }
    const reset = Number(response.headers['x-ratelimit-reset']);
    const now = api.clock.now() / 1000;
    expect(reset).toBeGreaterThan(now);
    expect(reset).toBeLessThanOrEqual(now + 3_600);
    const remaining = Number(response.headers['x-ratelimit-remaining']);
    expect(remaining).toBeLessThanOrEqual(Number(response.headers['x-ratelimit-limit']));
  }

  const post = (key: string, body: unknown) => api.call('POST', '/v1/photo-requests', { key, body });

  it('should stand on 200 and count down', async () => {
    const { live } = await api.createWorkspace({ unlimited: false });
    for (let left = 59; left >= 57; left--) {
      const response = await api.call('GET', '/v1/ping', { key: live.key });
      expectHeaders(response, 200);
      expect(response.headers).toMatchObject({
        'x-ratelimit-limit': '60',
        'x-ratelimit-remaining': String(left),
      });
      expect(Number(response.headers['x-ratelimit-reset'])).toBeLessThanOrEqual(api.clock.now() / 1000 + 60);
    }
  });

  it('should stand on 201', async () => {
    const { live } = await api.createWorkspace();
    expectHeaders(await post(live.key, { instructions: 'A photo' }), 201);
  });

  it('should stand on 400, and the call counts', async () => {
    const { live } = await api.createWorkspace({ unlimited: false });
    const broken = await api.call('POST', '/v1/photo-requests', {
      key: live.key,
      raw: '{',
      headers: { 'content-type': 'application/json' },
    });
    expectHeaders(broken, 400);
    const parameter = await api.call('GET', '/v1/photo-requests?limit=x', { key: live.key });
    expectHeaders(parameter, 400);
    expect(parameter.headers['x-ratelimit-remaining']).toBe('58');
  });

  it('should stand on 401 and tell of failed authentications', async () => {
    const response = await api.call('GET', '/v1/ping', { remoteAddress: '192.0.2.77' });
    expectHeaders(response, 401);
    expect(response.headers).toMatchObject({ 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '299' });
  });

  it('should stand on 403, whatever the cause', async () => {
    const scoped = await api.createWorkspace();
    const { key } = await api.createKey(scoped.id, { scopes: [] });
    expectHeaders(await api.call('GET', '/v1/stats', { key }), 403);
    const starter = await api.createWorkspace({ plan: 'starter' });
    expectHeaders(await api.call('GET', '/v1/ping', { key: starter.live.key }), 403);
    const suspended = await api.createWorkspace();
    await api.services.workspaces.suspend(OPERATOR, suspended.id);
    expectHeaders(await api.call('GET', '/v1/ping', { key: suspended.live.key }), 403);
  });

  it('should stand on 404, of an object and of an address', async () => {
    const { live } = await api.createWorkspace();
    expectHeaders(await api.call('GET', '/v1/photo-requests/req_none', { key: live.key }), 404);
    expectHeaders(await api.call('GET', '/v1/nothing-here', { key: live.key }), 404);
    expectHeaders(await api.call('PUT', '/v1/photo-requests', { key: live.key }), 404);
  });

  it('should stand on 422, in both shapes', async () => {
    const { live } = await api.createWorkspace();
    expectHeaders(await post(live.key, {}), 422);
    const free = await api.createWorkspace({ plan: 'developer_free' });
    expectHeaders(await post(free.live.key, { instructions: 'A photo', send_email: true }), 422);
  });

  it('should stand on 429 with nothing left, beside Retry-After', async () => {
    const workspace = await api.createWorkspace();
    await api.services.workspaces.setLimits(OPERATOR, workspace.id, { perMinute: 1, perHour: 100 });
    expect((await api.call('GET', '/v1/ping', { key: workspace.live.key })).statusCode).toBe(200);
    const response = await api.call('GET', '/v1/ping', { key: workspace.live.key });
    expectHeaders(response, 429);
    expect(response.headers).toMatchObject({ 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' });
    const wait = Number(response.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(Number(response.headers['x-ratelimit-reset'])).toBe(api.clock.now() / 1000 + wait);
    expect(response.json()).toEqual({
      error: {
        code: 'rate_limited',
        message: `Too many requests. Try again in ${wait} seconds.`,
        details: {},
        ...TRACE,
      },
    });
  });

  it('should stand on 500', async () => {
    const workspace = await api.createWorkspace();
    const node = await startNode({ api, database: withFailingWrites(api.database, new Error('broken')) });
    const more = { payload: { instructions: 'A photo' } };
    expectHeaders(await node.call('POST', '/v1/photo-requests', workspace.live.key, more), 500);
    await node.close();
  });

  it('should stand on 503, although no one can tell whose key it is', async () => {
    const workspace = await api.createWorkspace();
    const node = await startNode({
      api,
      database: { ...api.database, find: () => Promise.reject(new DatabaseUnavailableError('away')) },
    });
    expectHeaders(await node.call('GET', '/v1/ping', workspace.live.key), 503);
    await node.close();
  });

  it('should stand on the OpenAPI document, which needs no key and uses nothing up', async () => {
    const remoteAddress = '192.0.2.78';
    for (let i = 0; i < 3; i++) {
      const response = await api.call('GET', '/v1/openapi.json', { remoteAddress });
      expectHeaders(response, 200);
      expect(response.headers['x-ratelimit-remaining']).toBe('300');
    }
  });

  it.each(API_ROUTES)('should be on every response of $method $url', async ({ method, url }) => {
    const { live } = await api.createWorkspace();
    const response = await api.call(method, url.replace(':id', 'req_none'), { key: live.key, body: {} });
    expectHeaders(response, response.statusCode);
  });
});
