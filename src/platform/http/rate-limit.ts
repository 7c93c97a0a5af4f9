import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '../clock.ts';
import { networkOf } from '../ip-address.ts';
import type { Log } from '../log.ts';

/** What the three headers of spec 8 tell, and whether the call may go on. */
export interface RateState {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Unix seconds. */
  resetAt: number;
  retryAfterSeconds: number;
}

export interface RateLimiter {
  /** Counts one call of the workspace against both windows. */
  takeCall(workspaceId: string, limits: CallLimits): Promise<RateState>;
  /** Counts one failed authentication of the address. */
  takeFailure(address: string): Promise<RateState>;
  /** Tells of the address without counting. */
  peekFailures(address: string): Promise<RateState>;
  close(): Promise<void>;
}

export interface CallLimits {
  perMinute: number;
  perHour: number;
}

export const DEFAULT_LIMITS: CallLimits = { perMinute: 60, perHour: 1_000 };
const FAILURES_PER_MINUTE = 300;

/** Counts in a window that starts at the first call; the library's own limit is not used, ours differ by workspace. */
interface Window {
  consume(key: string): Promise<RateLimiterRes>;
  get(key: string): Promise<RateLimiterRes | null>;
}

interface Windows {
  minute: Window;
  hour: Window;
  failures: Window;
  close(): Promise<void>;
}

const MINUTE = 60;
const HOUR = 3_600;
const UNLIMITED = Number.MAX_SAFE_INTEGER;

export async function openRateLimiter(options: {
  redisUrl: string | undefined;
  log: Log;
  clock: Clock;
}): Promise<RateLimiter> {
  const windows =
    options.redisUrl === undefined ? memoryWindows() : await redisWindows(options.redisUrl, options.log);
  return createRateLimiter(windows, options.clock);
}

function createRateLimiter(windows: Windows, clock: Clock): RateLimiter {
  const stateOf = (limit: number, result: RateLimiterRes | null, windowSeconds: number): RateState => {
    const untilReset = result?.msBeforeNext ?? windowSeconds * 1000;
    const consumed = result?.consumedPoints ?? 0;
    return {
      allowed: consumed <= limit,
      limit,
      remaining: Math.max(0, limit - consumed),
      resetAt: Math.ceil((clock() + untilReset) / 1000),
      retryAfterSeconds: Math.max(1, Math.ceil(untilReset / 1000)),
    };
  };

  return {
    async takeCall(workspaceId, limits) {
      const minute = stateOf(limits.perMinute, await windows.minute.consume(workspaceId), MINUTE);
      // A call the minute refuses must not use up the hour.
      if (!minute.allowed) return minute;
      const hour = stateOf(limits.perHour, await windows.hour.consume(workspaceId), HOUR);
      if (!hour.allowed) return hour;
      return hour.remaining < minute.remaining ? hour : minute;
    },
    async takeFailure(address) {
      return stateOf(FAILURES_PER_MINUTE, await windows.failures.consume(networkOf(address)), MINUTE);
    },
    async peekFailures(address) {
      return stateOf(FAILURES_PER_MINUTE, await windows.failures.get(networkOf(address)), MINUTE);
    },
    close: () => windows.close(),
  };
}

function memoryWindows(): Windows {
  const window = (keyPrefix: string, duration: number) =>
    new RateLimiterMemory({ keyPrefix, points: UNLIMITED, duration });
  return {
    minute: window('minute', MINUTE),
    hour: window('hour', HOUR),
    failures: window('failures', MINUTE),
    async close() {},
  };
}

/** Shared by all nodes. While Redis is away each node counts by itself, and says so. */
async function redisWindows(url: string, log: Log): Promise<Windows> {
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

  const memory = memoryWindows();
  const window = (name: 'minute' | 'hour' | 'failures', duration: number) =>
    new RateLimiterRedis({
      storeClient: client,
      keyPrefix: `shutterpost:rate:${name}`,
      points: UNLIMITED,
      duration,
      insuranceLimiter: memory[name] as RateLimiterMemory,
    });
  return {
    minute: window('minute', MINUTE),
    hour: window('hour', HOUR),
    failures: window('failures', MINUTE),
    async close() {
      client.disconnect();
    },
  };
}
