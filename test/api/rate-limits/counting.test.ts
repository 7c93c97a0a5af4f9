import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';

describe('the rate limit of a workspace', () => {
  const api = useTestApp();

  const ping = (key: string) => api.call('GET', '/v1/ping', { key });

  async function pingAtOnce(keys: string[], times: number): Promise<number[]> {
    const responses = await Promise.all(
      Array.from({ length: times }, (_, i) => ping(keys[i % keys.length] as string)),
    );
    return responses.map(({ statusCode }) => statusCode);
  }
  const howMany = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

  it('should admit exactly 60 of 200 calls at once', async () => {
    const { live } = await api.createWorkspace({ unlimited: false });
    const statuses = await pingAtOnce([live.key], 200);
    expect([howMany(statuses, 200), howMany(statuses, 429)]).toEqual([60, 140]);
  });

  it('should count over all keys and both environments', async () => {
    const workspace = await api.createWorkspace({ unlimited: false });
    const more = await api.createKey(workspace.id);
    const keys = [workspace.live.key, workspace.test.key, more.key];
    const statuses = await pingAtOnce(keys, 90);
    expect([howMany(statuses, 200), howMany(statuses, 429)]).toEqual([60, 30]);
    for (const key of keys) expect((await ping(key)).statusCode).toBe(429);
    const another = await api.createKey(workspace.id, { environment: 'test' });
    expect((await ping(another.key)).statusCode).toBe(429);
  });

  it('should count every kind of call, refused ones included', async () => {
    const { live } = await api.createWorkspace({ unlimited: false });
    const { key } = live;
    const calls = [
      () => api.call('GET', '/v1/photo-requests/req_none', { key }),
      () => api.call('POST', '/v1/photo-requests', { key, body: {} }),
      () => api.call('GET', '/v1/nothing-here', { key }),
      () => api.call('GET', '/v1/stats', { key }),
      () => api.call('GET', '/v1/status', { key }),
      () => api.call('DELETE', '/v1/permanent-links/plink_none', { key }),
    ];
    for (let i = 0; i < 60; i++) {
      expect((await (calls[i % calls.length] as (typeof calls)[0])()).statusCode).not.toBe(429);
    }
    for (const call of calls) expect((await call()).statusCode).toBe(429);
  });

  it('should create nothing when it refuses', async () => {
    const workspace = await api.createWorkspace();
    await api.services.workspaces.setLimits(OPERATOR, workspace.id, { perMinute: 3, perHour: 100 });
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        api.call('POST', '/v1/photo-requests', {
          key: workspace.live.key,
          body: { instructions: 'A photo' },
        }),
      ),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3);
    const rows = await rowsOf(api.database, 'photo_requests', { workspace_id: workspace.id });
    expect(rows).toHaveLength(3);
  });

  it('should leave other workspaces alone', async () => {
    const [busy, calm] = [
      await api.createWorkspace({ unlimited: false }),
      await api.createWorkspace({ unlimited: false }),
    ];
    await pingAtOnce([busy.live.key], 100);
    expect((await ping(busy.live.key)).statusCode).toBe(429);
    const response = await ping(calm.live.key);
    expect(response.statusCode).toBe(200);
    expect(response.headers['x-ratelimit-remaining']).toBe('59');
  });

  it('should be one for its members only: a new key does not start over, and neither does a regenerated one', async () => {
    const workspace = await api.createWorkspace({ unlimited: false });
    await pingAtOnce([workspace.live.key], 60);
    const again = await api.services.apiKeys.regenerate(OPERATOR, workspace.id, workspace.live.id);
    expect((await ping(again.key)).statusCode).toBe(429);
  });

  it('should be what the operator set, at the very next call', async () => {
    const workspace = await api.createWorkspace({ unlimited: false });
    const { key } = workspace.live;
    await pingAtOnce([key], 60);
    expect((await ping(key)).statusCode).toBe(429);
    await api.services.workspaces.setLimits(OPERATOR, workspace.id, { perMinute: 100, perHour: 5_000 });
    const raised = await ping(key);
    expect(raised.statusCode).toBe(200);
    expect(raised.headers['x-ratelimit-limit']).toBe('100');
    await api.services.workspaces.setLimits(OPERATOR, workspace.id, { perMinute: 10, perHour: 5_000 });
    expect((await ping(key)).statusCode).toBe(429);
  });

  it('should tell of the hour when the hour has fewer calls left, and refuse by it', async () => {
    const workspace = await api.createWorkspace();
    await api.services.workspaces.setLimits(OPERATOR, workspace.id, { perMinute: 10, perHour: 3 });
    const { key } = workspace.live;
    for (let left = 2; left >= 0; left--) {
      const response = await ping(key);
      expect(response.headers).toMatchObject({
        'x-ratelimit-limit': '3',
        'x-ratelimit-remaining': String(left),
      });
    }
    const refused = await ping(key);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    expect(refused.headers['x-ratelimit-limit']).toBe('3');
  });

  it.each([
    { perMinute: 0, perHour: 10 },
    { perMinute: 10, perHour: -1 },
    { perMinute: 1.5, perHour: 10 },
    { perMinute: 10, perHour: 1e12 },
    { perMinute: Number.NaN, perHour: 10 },
  ])('should not be set to $perMinute a minute and $perHour an hour', async (limits) => {
    const workspace = await api.createWorkspace({ unlimited: false });
    await expect(
      (async () => api.services.workspaces.setLimits(OPERATOR, workspace.id, limits))(),
    ).rejects.toMatchObject({ code: 'validation_error' });
    expect((await ping(workspace.live.key)).headers['x-ratelimit-limit']).toBe('60');
  });
});

describe('the throttle on failed authentications', () => {
  const api = useTestApp();

  async function fail(remoteAddress: string, times: number): Promise<number[]> {
    const responses = await Promise.all(
      Array.from({ length: times }, (_, i) =>
        api.call('GET', '/v1/ping', { remoteAddress, ...(i % 2 === 0 ? {} : { key: 'shp_live_wrong' }) }),
      ),
    );
    return responses.map(({ statusCode }) => statusCode);
  }

  it('should respond with 401 to 300 a minute from one address, then with 429 and Retry-After', async () => {
    const statuses = await fail('192.0.2.1', 320);
    expect(statuses.filter((status) => status === 401)).toHaveLength(300);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    const response = await api.call('GET', '/v1/ping', { remoteAddress: '192.0.2.1' });
    expect(response.statusCode).toBe(429);
    expect(response.json().error.code).toBe('rate_limited');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(response.headers).toMatchObject({ 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '0' });
  });

  it('should never throttle a valid key from the same address, nor other addresses', async () => {
    const { live } = await api.createWorkspace({ unlimited: false });
    await fail('192.0.2.2', 301);
    const valid = await api.call('GET', '/v1/ping', { key: live.key, remoteAddress: '192.0.2.2' });
    expect(valid.statusCode).toBe(200);
    expect(valid.headers).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59' });
    expect((await fail('192.0.2.3', 1))[0]).toBe(401);
    expect((await fail('192.0.2.2', 1))[0]).toBe(429);
  });

  it('should not count the calls of a valid key', async () => {
    const { live } = await api.createWorkspace();
    for (let i = 0; i < 5; i++) {
      await api.call('GET', '/v1/ping', { key: live.key, remoteAddress: '192.0.2.4' });
    }
    const response = await api.call('GET', '/v1/ping', { remoteAddress: '192.0.2.4' });
    expect(response.headers['x-ratelimit-remaining']).toBe('299');
  });

  it('should take a whole IPv6 /64 for one address', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 301 }, async (_, i) => (await fail(`2001:db8:1:1::${i.toString(16)}`, 1))[0]),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect((await fail('2001:db8:1:1:ffff::1', 1))[0]).toBe(429);
    expect((await fail('2001:db8:1:2::1', 1))[0]).toBe(401);
  });

  it('should not be got round by X-Forwarded-For', async () => {
    await fail('192.0.2.5', 300);
    const response = await api.call('GET', '/v1/ping', {
      remoteAddress: '192.0.2.5',
      headers: { 'x-forwarded-for': '198.51.100.1' },
    });
    expect(response.statusCode).toBe(429);
  });
});
