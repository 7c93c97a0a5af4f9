import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

/** How often it was in the window that is open, and how long that stays open. */
export interface Counted {
  count: number;
  msLeft: number;
}

/** Counts per key in a window that starts at the first one. */
export interface Window {
  take(key: string): Counted | Promise<Counted>;
  peek(key: string): Counted | Promise<Counted>;
  giveBack(key: string): unknown;
}

/** In this process alone, and at once: through promises and timers the same took a twentieth of a call. */
export function createMemoryWindow(seconds: number, clock: Clock): Window {
  const duration = seconds * 1000;
  const open = new Map<string, { count: number; endsAt: number }>();
  let sweepAt = 0;

  const find = (key: string, now: number) => {
    const entry = open.get(key);
    return entry !== undefined && entry.endsAt > now ? entry : undefined;
  };
  const sweep = (now: number) => {
    if (now < sweepAt) return;
    sweepAt = now + duration;
    for (const [key, { endsAt }] of open) if (endsAt <= now) open.delete(key);
  };

  return {
    take(key) {
      const now = clock();
      sweep(now);
      let entry = find(key, now);
      if (entry === undefined) {
        entry = { count: 0, endsAt: now + duration };
        open.set(key, entry);
      }
      entry.count += 1;
      return { count: entry.count, msLeft: entry.endsAt - now };
    },
    peek(key) {
      const now = clock();
      const entry = find(key, now);
      return { count: entry?.count ?? 0, msLeft: entry === undefined ? duration : entry.endsAt - now };
    },
    giveBack(key) {
      const entry = find(key, clock());
      if (entry !== undefined) entry.count -= 1;
    },
  };
}

const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Shared by all nodes. While Redis is away each node counts by itself, and says so. */
export async function createRedisWindows(url: string, log: Log, clock: Clock) {
  const { Redis } = await import('ioredis');
  const { RateLimiterRedis } = await import('rate-limiter-flexible');
  const client = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, lazyConnect: true });
  let wasAway = false;
  client.on('error', (error) => {
    if (!wasAway) log.warn({ err: error }, 'Redis is away; this node counts its rate limits by itself');
    wasAway = true;
  });
  client.on('ready', () => {
    if (wasAway) log.info('Redis is back; rate limits are shared again');
    wasAway = false;
  });
  await client.connect().catch(() => {});

  return {
    window(name: string, seconds: number): Window {
      const alone = createMemoryWindow(seconds, clock);
      // The library's own limit is not used: ours differ by workspace.
      const shared = new RateLimiterRedis({
        storeClient: client,
        keyPrefix: `shutterpost:rate:${name}`,
        points: UNLIMITED,
        duration: seconds,
      });
      const none = { consumedPoints: 0, msBeforeNext: seconds * 1000 };
      const counted = (result: { consumedPoints: number; msBeforeNext: number }): Counted => ({
        count: result.consumedPoints,
        msLeft: result.msBeforeNext,
      });
      return {
        take: (key) => shared.consume(key).then(counted, () => alone.take(key)),
        peek: (key) =>
          shared.get(key).then(
            (result) => counted(result ?? none),
            () => alone.peek(key),
          ),
        giveBack: (key) => shared.reward(key).catch(() => alone.giveBack(key)),
      };
    },
    async close() {
      client.disconnect();
    },
  };
}
