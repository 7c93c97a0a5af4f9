import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { observedRateLimiter } from '../../src/observability/observed-rate-limiter.ts';
import { openRateLimiter, type RateLimiter } from '../../src/platform/http/rate-limit.ts';
import { createLog } from '../../src/platform/log.ts';
import { createTestClock } from '../helpers/app/test-clock.ts';

const START = Date.UTC(2026, 0, 31, 12, 0, 0);
const LIMITS = { perMinute: 60, perHour: 1_000 };

describe('the rate limiter of one process', () => {
  let limiter: RateLimiter;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: START });
    limiter = await openRateLimiter({
      redisUrl: undefined,
      log: createLog('silent'),
      clock: Date.now,
      monotonic: Date.now,
    });
  });
  afterEach(async () => {
    await limiter.close();
    vi.useRealTimers();
  });

  async function take(times: number, limits = LIMITS, workspace = 'ws_1') {
    const states = [];
    for (let i = 0; i < times; i++) states.push(await limiter.takeCall(workspace, limits));
    return states;
  }
  const last = async (times: number, limits = LIMITS) => (await take(times, limits)).at(-1);

  it('should count down to 0 and then refuse until the minute is over', async () => {
    expect(await last(1)).toEqual({
      allowed: true,
      limit: 60,
      count: 1,
      remaining: 59,
      resetAt: START / 1000 + 60,
      retryAfterSeconds: 60,
    });
    expect(await last(59)).toMatchObject({ allowed: true, remaining: 0, limit: 60 });
    vi.advanceTimersByTime(20_000);
    expect(await last(1)).toEqual({
      allowed: false,
      limit: 60,
      count: 61,
      remaining: 0,
      resetAt: START / 1000 + 60,
      retryAfterSeconds: 40,
    });
  });

  it('should refuse to the end of the minute and start a new one after it', async () => {
    await take(60);
    vi.advanceTimersByTime(59_000);
    expect(await last(1)).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
    vi.advanceTimersByTime(1_001);
    expect(await last(1)).toMatchObject({
      allowed: true,
      limit: 60,
      count: 1,
      remaining: 59,
      resetAt: Math.ceil((START + 120_001) / 1000),
    });
  });

  it('should say to wait for at least a second', async () => {
    await take(60);
    vi.advanceTimersByTime(59_999);
    expect(await last(1)).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
  });

  it('should tell of the hour when it has fewer calls left, and refuse until it is over', async () => {
    for (let minute = 0; minute < 16; minute++) {
      expect(await last(60)).toMatchObject({ allowed: true, limit: 60, remaining: 0 });
      vi.advanceTimersByTime(60_001);
    }
    // 960 calls are gone: 40 are left in the hour, 60 in the minute.
    expect(await last(1)).toMatchObject({
      allowed: true,
      limit: 1_000,
      remaining: 39,
      resetAt: START / 1000 + 3_600,
    });
    expect(await last(39)).toMatchObject({ allowed: true, limit: 1_000, remaining: 0 });
    const elapsed = 16 * 60_001;
    expect(await last(1)).toEqual({
      allowed: false,
      limit: 1_000,
      count: 1_001,
      remaining: 0,
      resetAt: START / 1000 + 3_600,
      retryAfterSeconds: Math.ceil((3_600_000 - elapsed) / 1000),
    });
    vi.advanceTimersByTime(60_001);
    expect(await last(1)).toMatchObject({ allowed: false, limit: 1_000 });
    vi.advanceTimersByTime(3_600_000);
    expect(await last(1)).toMatchObject({ allowed: true, limit: 60, remaining: 59 });
  });

  it('should not use up the hour with calls that the minute refuses', async () => {
    const limits = { perMinute: 2, perHour: 6 };
    expect(await last(50, limits)).toMatchObject({ allowed: false, limit: 2 });
    vi.advanceTimersByTime(60_001);
    expect(await last(2, limits)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await last(50, limits)).toMatchObject({ allowed: false, limit: 2 });
    vi.advanceTimersByTime(60_001);
    expect(await last(2, limits)).toMatchObject({ allowed: true, remaining: 0 });
    vi.advanceTimersByTime(60_001);
    expect(await last(1, limits)).toMatchObject({ allowed: false, limit: 6 });
  });

  it.each([
    ['the minute on a tie', 10, 60],
    ['the hour when it is the smaller limit', 9, 3_600],
  ])('should tell of %s', async (_which, perHour, seconds) => {
    const told = { limit: perHour, remaining: perHour - 1, resetAt: START / 1000 + seconds };
    expect(await last(1, { perMinute: 10, perHour })).toMatchObject(told);
  });

  it('should go by the limits of the moment: raising them helps at once', async () => {
    expect(await last(61)).toMatchObject({ allowed: false });
    expect(await last(1, { perMinute: 100, perHour: 1_000 })).toMatchObject({ allowed: true, limit: 100 });
  });

  it('should count each workspace by itself', async () => {
    await take(61);
    expect(await take(1, LIMITS, 'ws_2')).toMatchObject([{ allowed: true, remaining: 59 }]);
  });

  it('should admit exactly the limit of many at once', async () => {
    const states = await Promise.all(Array.from({ length: 200 }, () => limiter.takeCall('ws_1', LIMITS)));
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(60);
  });

  describe('on failed authentications', () => {
    const fail = async (address: string, times = 1) => {
      let state = await limiter.take('failedAuthentications', address);
      for (let i = 1; i < times; i++) state = await limiter.take('failedAuthentications', address);
      return state;
    };

    it('should allow 300 a minute per address, then refuse until the minute is over', async () => {
      expect(await fail('192.0.2.1', 300)).toMatchObject({ allowed: true, limit: 300, remaining: 0 });
      expect(await fail('192.0.2.1')).toMatchObject({ allowed: false, retryAfterSeconds: 60 });
      expect(await fail('192.0.2.2')).toMatchObject({ allowed: true, remaining: 299 });
      vi.advanceTimersByTime(60_001);
      expect(await fail('192.0.2.1')).toMatchObject({ allowed: true, remaining: 299 });
    });

    it('should not count when it is only asked', async () => {
      const peek = () => limiter.peek('failedAuthentications', '192.0.2.1');
      for (let i = 0; i < 5; i++) expect(await peek()).toMatchObject({ allowed: true, remaining: 300 });
      await fail('192.0.2.1');
      expect(await peek()).toMatchObject({ allowed: true, remaining: 299 });
    });

    // An IPv6 customer has a whole /64.
    it.each([
      ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
      ['2001:db8:1:2::', '2001:db8:1:2:0:0:0:9'],
      ['2001:db8::1', '2001:db8:0:0:1::'],
      ['::1', '::2'],
      ['192.0.2.1', '::ffff:192.0.2.1'],
    ])('should take %s and %s for one', async (one, other) => {
      await fail(one);
      expect(await fail(other)).toMatchObject({ remaining: 298 });
    });

    it.each([
      ['2001:db8:1:2::1', '2001:db8:1:3::1'],
      ['2001:db8:1:2::1', '2001:db8:1::2'],
      ['2001:db8::1', '2001:db9::1'],
      ['192.0.2.1', '192.0.2.2'],
      ['::ffff:192.0.2.1', '::ffff:192.0.2.2'],
      ['::1', '::ffff:192.0.2.1'],
    ])('should not take %s and %s for one', async (one, other) => {
      await fail(one);
      expect(await fail(other)).toMatchObject({ remaining: 299 });
    });

    it('should not mix them with the calls of a workspace of that name', async () => {
      await fail('ws_1', 10);
      expect(await limiter.takeCall('ws_1', LIMITS)).toMatchObject({ remaining: 59 });
    });
  });
});

describe('the windows of the rate limiter when the clock is set', () => {
  it.each([
    ['back', -3_600_000],
    ['forwards', 3_600_000],
  ])('should neither get longer nor shorter (%s)', async (_where, jump) => {
    const clock = createTestClock();
    const limiter = await openRateLimiter({
      redisUrl: undefined,
      log: createLog('silent'),
      clock: clock.now,
      monotonic: clock.monotonic,
    });
    for (let i = 0; i < 60; i++) await limiter.takeCall('ws_1', LIMITS);
    for (let i = 0; i < 300; i++) await limiter.take('failedAuthentications', '192.0.2.1');
    clock.advance(30_000);
    clock.jump(jump);
    expect(await limiter.takeCall('ws_1', LIMITS)).toMatchObject({
      allowed: false,
      retryAfterSeconds: 30,
      resetAt: clock.now() / 1000 + 30,
    });
    clock.advance(30_001);
    expect(await limiter.takeCall('ws_1', LIMITS)).toMatchObject({ allowed: true, remaining: 59 });
    expect(await limiter.peek('failedAuthentications', '192.0.2.1')).toMatchObject({ allowed: true });
    await limiter.close();
  });
});

describe('a rate limiter that is watched', () => {
  it('should count as much as it is told to', async () => {
    const clock = createTestClock(START);
    const limiter = await openRateLimiter({
      redisUrl: undefined,
      log: createLog('silent'),
      clock: clock.now,
      monotonic: clock.now,
    });
    const refused: string[] = [];
    const watched = observedRateLimiter(limiter, (kind) => refused.push(kind));
    expect((await watched.take('linkBytes', 'a link', 10, 8)).allowed).toBe(true);
    expect((await watched.take('linkBytes', 'a link', 10, 8)).allowed).toBe(false);
    expect(refused).toEqual(['link_bytes']);
    await limiter.close();
  });
});
