import { Redis } from 'ioredis';
import { beforeEach, describe, expect, it } from 'vitest';
import { prepareRedis } from '../helpers/cluster/redis-server.ts';
import { createMigratedDatabase, useTestDatabaseForEach } from '../helpers/database/test-database.ts';
import { useForEach } from '../helpers/hooks.ts';
import { openPremises } from '../helpers/process/operator.ts';
import { useServerForEach } from '../helpers/process/server-process.ts';
import { waitUntil } from '../helpers/wait-until.ts';

describe('a Redis that stops and comes back', () => {
  const testDatabase = useTestDatabaseForEach(() => createMigratedDatabase('sqlite'));
  const redis = useForEach(prepareRedis, 'stop');
  let keys: string[];
  beforeEach(async () => {
    await redis.start();
    const premises = await openPremises(testDatabase);
    keys = [];
    for (let number = 0; number < 3; number++) {
      keys.push((await premises.createKey(await premises.createWorkspace())).key);
    }
    // By the hour: a busy machine may need longer than a minute, in which others would be counted again.
    await premises.database.write((trx) =>
      trx.updateTable('workspaces').set({ rate_per_minute: 1_000_000, rate_per_hour: 60 }).execute(),
    );
    await premises.close();
  });
  const server = useServerForEach(() => ({ ...testDatabase.env, REDIS_URL: redis.url }));

  /** Soon: on a busy disk the storage is late for a moment. */
  const untilReadyAs = (status: number, body: object) =>
    waitUntil(async () => {
      const response = await server.call('GET', '/readyz');
      expect([response.status, response.body]).toEqual([status, body]);
    });

  async function admitted(key: string | undefined, calls: number): Promise<number> {
    const responses = await Promise.all(
      Array.from({ length: calls }, () => server.call('GET', '/v1/ping', { key: key ?? '' })),
    );
    expect(responses.every(({ status }) => status === 200 || status === 429)).toBe(true);
    return responses.filter(({ status }) => status === 200).length;
  }

  async function onRedis<T>(work: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(redis.url);
    const result = await work(client);
    client.disconnect();
    return result;
  }

  /** How many calls it was asked to count. */
  async function timesAsked(): Promise<number> {
    const statistics = await onRedis((client) => client.info('commandstats'));
    const counts = [...statistics.matchAll(/^cmdstat_eval(?:sha)?:calls=(\d+)/gm)];
    return counts.reduce((sum, [, calls]) => sum + Number(calls), 0);
  }

  it.each([
    { trouble: 'is down', lose: () => redis.stop(), regain: () => redis.start() },
    {
      trouble: 'hangs',
      lose: async () => redis.signal('SIGSTOP'),
      regain: async () => redis.signal('SIGCONT'),
    },
  ])(
    'should be counted without while it $trouble, with a warning, and with when it is back',
    async (case_) => {
      expect(await admitted(keys[0], 70)).toBe(60);
      await untilReadyAs(200, { status: 'ok' });

      expect(await timesAsked()).toBeGreaterThanOrEqual(70);
      await onRedis((client) => client.config('RESETSTAT'));
      await case_.lose();
      expect(await admitted(keys[1], 70)).toBe(60);
      await waitUntil(() => expect(server.stdout()).toMatch(/"level":"warn".*Redis is unavailable/));
      for (let call = 0; call < 15; call++) expect(await admitted(keys[1], 1)).toBe(0);
      await untilReadyAs(200, { status: 'degraded', problems: ['redis'] });

      await case_.regain();
      await untilReadyAs(200, { status: 'ok' });
      expect(server.stdout()).toMatch(/Redis is available again/);
      // By now it has read all it was sent: it was not asked, and so not waited for, once it was known to be away.
      expect(await timesAsked()).toBeLessThanOrEqual(70);
      expect(await admitted(keys[2], 70)).toBe(60);
      // What was counted before it hung is still counted.
      if (case_.trouble === 'hangs') expect(await admitted(keys[0], 1)).toBe(0);
    },
  );
});
