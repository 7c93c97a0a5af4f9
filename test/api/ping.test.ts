import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/test-app.ts';

describe('GET /v1/ping', () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp();
  });
  afterAll(() => api.close());

  it('should answer the two fields of the spec at the top level and again in the envelope', async () => {
    const workspace = await api.createWorkspace();
    const answer = await api.call('GET', '/v1/ping', { key: workspace.live.key });
    expect(answer.statusCode).toBe(200);
    const pong = { message: 'pong', timestamp: '2026-01-31T12:00:00Z' };
    expect(answer.json()).toEqual({
      ...pong,
      data: pong,
      meta: { request_id: answer.headers['x-request-id'] },
    });
  });
});
