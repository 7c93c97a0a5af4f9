import { describe, expect, it } from 'vitest';
import { afterFailure, type Health, isPaused, isProbing } from '../../src/webhooks/endpoints/breaker.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2026, 0, 1);
const FRESH: Health = {
  failures: 0,
  failing_since: null,
  breaker_level: 0,
  paused_until: null,
  last_success_at: null,
};

const fail = (health: Health, now: number, statusCode: number | null = 500) =>
  afterFailure(health, { now, statusCode });

/** So many failures in a row, all at the same time. */
function failures(count: number, now = START): Health {
  let health = FRESH;
  for (let i = 0; i < count; i++) health = fail(health, now).health;
  return health;
}

describe('the breaker of an endpoint', () => {
  it('should stay closed for four failures in a row', () => {
    expect(isPaused(failures(4), START)).toBe(false);
    expect(isProbing(failures(4))).toBe(false);
  });

  it('should open for a minute at the fifth', () => {
    const health = failures(5);
    expect(health.paused_until).toBe(START + MINUTE);
    expect(isPaused(health, START + MINUTE - 1)).toBe(true);
    expect(isPaused(health, START + MINUTE)).toBe(false);
    expect(isProbing(health)).toBe(true);
  });

  it('should not open further for attempts that were under way when it opened', () => {
    const health = failures(8);
    expect(health).toMatchObject({ breaker_level: 1, paused_until: START + MINUTE, failures: 8 });
  });

  it('should open longer after each probe that fails, an hour at most', () => {
    let health = failures(5);
    const pauses = Array.from({ length: 6 }, () => {
      const now = health.paused_until ?? 0;
      health = fail(health, now).health;
      return ((health.paused_until ?? 0) - now) / MINUTE;
    });
    expect(pauses).toEqual([5, 15, 60, 60, 60, 60]);
  });
});

describe('a receiver that asks for patience', () => {
  const asks = (statusCode: number, retryAfterMs: number) =>
    afterFailure(FRESH, { now: START, statusCode, retryAfterMs }).health.paused_until;

  it('should be left alone as a whole when it is busy, an hour at most', () => {
    expect(asks(429, 90_000)).toBe(START + 90_000);
    expect(asks(503, 24 * 60 * MINUTE)).toBe(START + 60 * MINUTE);
    expect(asks(500, 90_000)).toBeNull();
  });
});

describe('switching off', () => {
  it('should happen at once when the receiver says that it is gone', () => {
    expect(fail(FRESH, START, 410).switchOff).toBe('gone');
  });

  it('should take five days and ten failures without a success', () => {
    const tired = failures(9, START);
    expect(fail(tired, START + 5 * DAY - 1).switchOff).toBeUndefined();
    expect(fail(tired, START + 5 * DAY).switchOff).toBe('failing');
    expect(fail(failures(8, START), START + 5 * DAY).switchOff).toBeUndefined();
  });

  it('should count the days from the first failure after the last success', () => {
    const health = { ...failures(9, START + 6 * DAY), last_success_at: START + 6 * DAY - 1 };
    expect(fail(health, START + 10 * DAY).switchOff).toBeUndefined();
    expect(fail(health, START + 11 * DAY).switchOff).toBe('failing');
  });
});
