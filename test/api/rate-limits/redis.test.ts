import { afterEach, describe, expect, it } from 'vitest';
import { openRateLimiter } from '../../../src/platform/http/rate-limit.ts';
import { createLog } from '../../../src/platform/log.ts';
import { openSameDatabase, startNode, type TestNode } from '../../helpers/app/node.ts';
import { startTestApp } from '../../helpers/app/test-app.ts';
import { prepareRedis } from '../../helpers/cluster/redis-server.ts';
import { useForEach } from '../../helpers/hooks.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

describe('rate limits shared by two nodes through Redis', () => {
  const redis = useForEach(prepareRedis, 'stop');
  const api = useForEach(startTestApp, 'close');
  const database = useForEach(() => openSameDatabase(api), 'close');
  const nodes: TestNode[] = [];
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.close();
  });

  async function startNodes(): Promise<[TestNode, TestNode]> {
    const one = await startNode({ api, database: api.database, redisUrl: redis.url });
    const two = await startNode({ api, database, redisUrl: redis.url });
    nodes.push(one, two);
    return [one, two];
  }

  async function ping(node: TestNode, key: string, times = 1): Promise<number[]> {
    const responses = await Promise.all(
      Array.from({ length: times }, () => node.call('GET', '/v1/ping', key)),
    );
    return responses.map(({ statusCode }) => statusCode);
  }

  const admitted = (statuses: number[]) => statuses.filter((status) => status === 200).length;

  it('should admit exactly 60 of 200 calls at once', async () => {
    await redis.start();
    const [one, two] = await startNodes();
    const { live, test } = await api.createWorkspace({ unlimited: false });
    const statuses = (
      await Promise.all([
        ping(one, live.key, 50),
        ping(two, live.key, 50),
        ping(one, test.key, 50),
        ping(two, test.key, 50),
      ])
    ).flat();
    expect(admitted(statuses)).toBe(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(140);
  });

  it('should count down together and reset together', async () => {
    await redis.start();
    const [one, two] = await startNodes();
    const { live } = await api.createWorkspace({ unlimited: false });
    const responses = [];
    for (const node of [one, two, one, two]) responses.push(await node.call('GET', '/v1/ping', live.key));
    expect(responses.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual([
      '59',
      '58',
      '57',
      '56',
    ]);
    expect(responses.map(({ headers }) => headers['x-ratelimit-limit'])).toEqual(['60', '60', '60', '60']);
    for (const { headers } of responses) {
      const wait = Number(headers['x-ratelimit-reset']) - api.clock.now() / 1000;
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
    }
  });

  it('should throttle failed authentications together', async () => {
    await redis.start();
    const [one, two] = await startNodes();
    const statuses = (await Promise.all([ping(one, 'wrong', 160), ping(two, 'wrong', 160)])).flat();
    expect(statuses.filter((status) => status === 401)).toHaveLength(300);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    const document = await two.call('GET', '/v1/openapi.json');
    expect(document.headers['x-ratelimit-remaining']).toBe('0');
  });

  it('should keep responding when Redis goes away, warn once, and share again when it is back', async () => {
    await redis.start();
    const [one, two] = await startNodes();
    const { live } = await api.createWorkspace({ unlimited: false });
    expect(await ping(one, live.key, 5)).toEqual(Array(5).fill(200));

    await redis.stop();
    // Each node counts by itself now, and still holds the limit.
    expect(admitted(await ping(one, live.key, 100))).toBe(60);
    expect(admitted(await ping(two, live.key, 100))).toBe(60);
    expect((await one.call('GET', '/v1/ping')).statusCode).toBe(401);
    for (const node of [one, two]) {
      await waitUntil(() => expect(node.log()).toMatch(/"level":"warn".*Redis is unavailable/));
    }

    await redis.start();
    for (const node of [one, two]) {
      await waitUntil(() => expect(node.log()).toMatch(/"level":"info".*Redis is available again/));
      expect(node.log().match(/Redis is unavailable/g)).toHaveLength(1);
    }
    const fresh = await api.createWorkspace({ unlimited: false });
    const statuses = (
      await Promise.all([ping(one, fresh.live.key, 100), ping(two, fresh.live.key, 100)])
    ).flat();
    expect(admitted(statuses)).toBe(60);
  });

  it('should not keep the service from starting, and be shared as soon as Redis is there', async () => {
    const [one, two] = await startNodes();
    const { live } = await api.createWorkspace({ unlimited: false });
    expect(admitted(await ping(one, live.key, 100))).toBe(60);
    await waitUntil(() => expect(one.log()).toMatch(/"level":"warn".*Redis is unavailable/));

    await redis.start();
    for (const node of [one, two]) {
      await waitUntil(() => expect(node.log()).toMatch(/Redis is available again/));
    }
    const fresh = await api.createWorkspace({ unlimited: false });
    const statuses = (
      await Promise.all([ping(one, fresh.live.key, 100), ping(two, fresh.live.key, 100)])
    ).flat();
    expect(admitted(statuses)).toBe(60);
  });

  it('should not owe anyone anything when more is given back than was taken', async () => {
    await redis.start();
    const rateLimiter = await openRateLimiter({
      redisUrl: redis.url,
      log: createLog('silent'),
      clock: api.clock.now,
      monotonic: api.clock.now,
    });
    await rateLimiter.take('linkBytes', 'a link', 100, 10);
    await rateLimiter.giveBack('linkBytes', 'a link', 4);
    expect(await rateLimiter.peek('linkBytes', 'a link', 100)).toMatchObject({ count: 6 });
    await Promise.all([7, 8, 9].map((amount) => rateLimiter.giveBack('linkBytes', 'a link', amount)));
    expect(await rateLimiter.peek('linkBytes', 'a link', 100)).toMatchObject({ count: 0 });
    expect(await rateLimiter.take('linkBytes', 'a link', 100, 3)).toMatchObject({ count: 3 });
    await rateLimiter.close();
  });

  it('should leave nothing in Redis that does not expire within the hour', async () => {
    await redis.start();
    const [one] = await startNodes();
    const { live } = await api.createWorkspace({ unlimited: false });
    await ping(one, live.key, 3);
    await ping(one, 'wrong', 3);
    const { Redis } = await import('ioredis');
    const client = new Redis(redis.url);
    const keys = await client.keys('*');
    expect(keys).toHaveLength(3);
    for (const key of keys) {
      expect(key).not.toContain(live.key);
      const seconds = await client.ttl(key);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(3_600);
    }
    client.disconnect();
  });
});
