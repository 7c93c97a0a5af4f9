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
    await premises.close();
  });
  const server = useServerForEach(() => ({ ...testDatabase.env, REDIS_URL: redis.url }));

  const ready = async () => (await server.call('GET', '/readyz')).body;

  async function admitted(key: string | undefined, calls: number): Promise<number> {
    const responses = await Promise.all(
      Array.from({ length: calls }, () => server.call('GET', '/v1/ping', { key: key ?? '' })),
    );
    expect(responses.every(({ status }) => status === 200 || status === 429)).toBe(true);
    return responses.filter(({ status }) => status === 200).length;
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
      expect(await ready()).toEqual({ status: 'ok' });

      await case_.lose();
      const begun = Date.now();
      expect(await admitted(keys[1], 70)).toBe(60);
      expect(Date.now() - begun).toBeLessThan(60_000);
      await waitUntil(() => expect(server.stdout()).toMatch(/"level":"warn".*Redis is unavailable/));
      // It is known by now, and no one waits for it any more: one after the other, that would be 1.5 s each time.
      const again = Date.now();
      for (let call = 0; call < 15; call++) expect(await admitted(keys[1], 1)).toBe(0);
      expect(Date.now() - again).toBeLessThan(15 * 1_000);
      const response = await server.call('GET', '/readyz');
      expect([response.status, response.body]).toEqual([200, { status: 'degraded', problems: ['redis'] }]);

      await case_.regain();
      await waitUntil(async () => expect(await ready()).toEqual({ status: 'ok' }));
      expect(server.stdout()).toMatch(/Redis is available again/);
      expect(await admitted(keys[2], 70)).toBe(60);
      // What was counted before it hung is still counted.
      if (case_.trouble === 'hangs') expect(await admitted(keys[0], 1)).toBe(0);
    },
  );
});
