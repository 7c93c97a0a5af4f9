import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRateLimiter, type RateLimiter } from '../../src/platform/http/rate-limit.ts';
import type { Log } from '../../src/platform/log.ts';
import { prepareRedis } from '../helpers/cluster/redis-server.ts';
import { useForEach } from '../helpers/hooks.ts';

const LIMITS = { perMinute: 60, perHour: 1_000 };
const BUSY_MS = 2_500;

describe('a node that is too busy to read what Redis answered', () => {
  const opened: RateLimiter[] = [];
  const redis = useForEach(prepareRedis, 'stop');
  beforeEach(async () => {
    await redis.start();
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  async function openNode() {
    const warn = vi.fn();
    const log = { warn, info: vi.fn() } as unknown as Log;
    const limiter = await openRateLimiter({ redisUrl: redis.url, log, clock: Date.now, monotonic: Date.now });
    opened.push(limiter);
    return { limiter, warn };
  }

  it('should not take Redis for away, and count with the others', async () => {
    const [busy, other] = [await openNode(), await openNode()];
    await other.limiter.takeCall('ws_1', LIMITS);
    await busy.limiter.takeCall('ws_1', LIMITS);
    const taken = busy.limiter.takeCall('ws_1', LIMITS);
    const until = performance.now() + BUSY_MS;
    while (performance.now() < until);
    expect((await taken).remaining).toBe(57);
    expect(busy.warn).not.toHaveBeenCalled();
    expect((await other.limiter.takeCall('ws_1', LIMITS)).remaining).toBe(56);
  });
});
