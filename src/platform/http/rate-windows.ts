import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { withTimeLimit } from '../time-limit.ts';

/** How often it was in the window that is open, and how long that stays open. */
export interface Counted {
  count: number;
  msLeft: number;
}

/** Counts per key in a window that starts at the first one. */
export interface Window {
  take(key: string, amount?: number): Counted | Promise<Counted>;
  peek(key: string): Counted | Promise<Counted>;
  giveBack(key: string, amount?: number): unknown;
}

/**
 * In this process alone, and at once: promises and timers would make every call slower. By a clock that no one
 * can set: a window must not stay open for as long as the other one was set back.
 */
export function createMemoryWindow(seconds: number, monotonic: Clock): Window {
  const duration = seconds * 1000;
  const open = new Map<string, { count: number; endsAt: number }>();
  let sweepAt = Number.NEGATIVE_INFINITY;

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
    take(key, amount = 1) {
      const now = monotonic();
      sweep(now);
      let entry = find(key, now);
      if (entry === undefined) {
        entry = { count: 0, endsAt: now + duration };
        open.set(key, entry);
      }
      entry.count += amount;
      return { count: entry.count, msLeft: entry.endsAt - now };
    },
    peek(key) {
      const now = monotonic();
      const entry = find(key, now);
      return { count: entry?.count ?? 0, msLeft: entry === undefined ? duration : entry.endsAt - now };
    },
    giveBack(key, amount = 1) {
      const entry = find(key, monotonic());
      if (entry === undefined) return;
      entry.count -= amount;
      // Strangers choose some of the keys: none may stay in memory without a count.
      if (entry.count <= 0) open.delete(key);
    },
  };
}

const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** As the library counts, but never below 0: what is given back too often would be owed to whoever calls. */
const COUNT = `
redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local count = redis.call('incrby', KEYS[1], ARGV[1])
if count < 0 then count = redis.call('decrby', KEYS[1], count) end
return {count, redis.call('pttl', KEYS[1])}
`;

/** Redis answers within a millisecond; whoever waits longer for it waits with every call. */
const ANSWER_MS = 1_500;
const CONNECT_TIMEOUT_MS = 2_000;
const LOOK_AGAIN_MS = 1_000;

function inTime<T>(answer: Promise<T>): Promise<T> {
  return withTimeLimit(ANSWER_MS, answer, () => {
    throw new Error('Redis does not respond');
  });
}

/** Shared by all nodes. While Redis is away, or does not answer in time, each node counts by itself, and says so. */
export async function createRedisWindows(url: string, log: Log, monotonic: Clock) {
  const { Redis } = await import('ioredis');
  const { RateLimiterRedis } = await import('rate-limiter-flexible');
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
  });
  let isAway = false;
  let looking: NodeJS.Timeout | undefined;

  function noteAway(error: unknown): void {
    if (isAway) return;
    isAway = true;
    log.warn({ err: error }, 'Redis is unavailable; this node counts rate limits on its own');
    // One that hangs keeps its connections: only asking tells that it is back.
    looking = setInterval(() => inTime(client.ping()).then(noteBack, () => {}), LOOK_AGAIN_MS);
    looking.unref();
  }

  function noteBack(): void {
    if (!isAway) return;
    isAway = false;
    clearInterval(looking);
    log.info('Redis is available again; rate limits are shared');
  }

  client.on('error', noteAway);
  client.on('ready', noteBack);
  await client.connect().catch(noteAway);

  /** No one waits for a Redis that is known to be away. */
  async function sharedOr<T>(ask: () => Promise<T>, alone: () => T | Promise<T>): Promise<T> {
    if (isAway) return alone();
    try {
      return await inTime(ask());
    } catch (error) {
      noteAway(error);
      return alone();
    }
  }

  return {
    window(name: string, seconds: number): Window {
      const alone = createMemoryWindow(seconds, monotonic);
      // The library's own limit is not used: ours differ by workspace.
      const shared = new RateLimiterRedis({
        storeClient: client,
        keyPrefix: `shutterpost:rate:${name}`,
        points: UNLIMITED,
        duration: seconds,
        customIncrTtlLuaScript: COUNT,
      });
      const none = { consumedPoints: 0, msBeforeNext: seconds * 1000 };
      const counted = (result: { consumedPoints: number; msBeforeNext: number }): Counted => ({
        count: result.consumedPoints,
        msLeft: result.msBeforeNext,
      });
      return {
        take: (key, amount) =>
          sharedOr(
            () => shared.consume(key, amount).then(counted),
            () => alone.take(key, amount),
          ),
        peek: (key) =>
          sharedOr(
            () => shared.get(key).then((result) => counted(result ?? none)),
            () => alone.peek(key),
          ),
        // At 0 it is left to expire: deleting it could lose what another node counts meanwhile.
        giveBack: (key, amount) =>
          sharedOr<unknown>(
            () => shared.reward(key, amount),
            () => alone.giveBack(key, amount),
          ),
      };
    },
    async ping() {
      if (isAway) throw new Error('Redis is unavailable');
      await inTime(client.ping());
    },
    async close() {
      clearInterval(looking);
      client.disconnect();
    },
  };
}
