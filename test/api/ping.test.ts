import { describe, expect, it } from 'vitest';
import { useTestApp } from '../helpers/app/test-app.ts';
import { REQUEST_ID } from '../helpers/http/expect-response.ts';

describe('GET /v1/ping', () => {
  const api = useTestApp({ now: Date.UTC(2026, 0, 31, 12, 0, 0, 987) });

  const pong = { message: 'pong', timestamp: '2026-01-31T12:00:00Z' };

  it('should return the two fields of the spec at the top level and again in the envelope', async () => {
    const workspace = await api.createWorkspace();
    const response = await api.call('GET', '/v1/ping', { key: workspace.live.key });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch(/^application\/json/);
    expect(response.headers['x-request-id']).toMatch(REQUEST_ID);
    expect(response.json()).toStrictEqual({
      ...pong,
      data: pong,
      meta: { request_id: response.headers['x-request-id'] },
    });
  });

  it('should respond to a test key and a key without any permission alike', async () => {
    const workspace = await api.createWorkspace();
    const { key } = await api.createKey(workspace.id, { scopes: ['stats:read'] });
    for (const any of [workspace.test.key, key]) {
      const response = await api.call('GET', '/v1/ping', { key: any });
      expect(response.json()).toMatchObject(pong);
    }
  });

  it('should give every call an id of its own', async () => {
    const { live } = await api.createWorkspace();
    const ids = new Set<string>();
    for (let i = 0; i < 20; i++) {
      ids.add((await api.call('GET', '/v1/ping', { key: live.key })).json().meta.request_id);
    }
    expect(ids.size).toBe(20);
  });

  it('should not take the id of a call from the client', async () => {
    const { live } = await api.createWorkspace();
    const response = await api.call('GET', '/v1/ping', {
      key: live.key,
      headers: { 'x-request-id': 'req_chosen', 'request-id': 'req_chosen' },
    });
    expect(response.headers['x-request-id']).not.toBe('req_chosen');
    expect(response.json().meta.request_id).not.toBe('req_chosen');
  });

  it('should name unknown query parameters in meta.warnings', async () => {
    const { live } = await api.createWorkspace();
    const response = await api.call('GET', '/v1/ping?verbose=1', { key: live.key });
    expect(response.statusCode).toBe(200);
    expect(response.json().meta.warnings).toEqual([expect.stringContaining('`verbose`')]);
  });

  it('should respond to a client that sends Content-Type: application/json without a body', async () => {
    const { live } = await api.createWorkspace();
    const response = await api.call('GET', '/v1/ping', {
      key: live.key,
      headers: { 'content-type': 'application/json' },
    });
    expect(response.json()).toMatchObject(pong);
  });
});
