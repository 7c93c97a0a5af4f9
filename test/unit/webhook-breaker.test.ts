import { describe, expect, it } from 'vitest';
import { afterAttempts, type Health, pausedUntil, stateOf } from '../../src/webhooks/endpoints/breaker.ts';

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

const failure = (endedAt: number, statusCode: number | null = 500, retryAfterMs: number | null = null) => ({
  exchange: { outcome: 'answered_badly' as const, statusCode, retryAfterMs },
  endedAt,
});
const success = (endedAt: number) => ({
  exchange: { outcome: 'delivered' as const, statusCode: 200, retryAfterMs: null },
  endedAt,
});

const fail = (health: Health, ...given: Parameters<typeof failure>) =>
  afterAttempts(health, [failure(...given)]);

/** So many failures in a row, all at the same time. */
function failures(count: number, now = START): Health {
  return afterAttempts(
    FRESH,
    Array.from({ length: count }, () => failure(now)),
  ).health;
}

describe('the breaker of an endpoint', () => {
  it('should stay closed for four failures in a row', () => {
    expect(stateOf(failures(4), START)).toBe('closed');
  });

  it('should open for a minute at the fifth', () => {
    const health = failures(5);
    expect(health.paused_until).toBe(START + MINUTE);
    expect(stateOf(health, START + MINUTE - 1)).toBe('open');
    expect(stateOf(health, START + MINUTE)).toBe('probing');
  });

  it.each([
    ['closed', failures(4), START],
    ['open', failures(5), START + MINUTE - 1],
    ['probing', failures(5), START + MINUTE],
  ])('should be closed after a success when it was %s', (state, health, now) => {
    expect(stateOf(health, now)).toBe(state);
    const after = afterAttempts(health, [success(now)]);
    expect(after).toEqual({ health: { ...FRESH, last_success_at: now }, disable: undefined });
    expect(stateOf(after.health, now)).toBe('closed');
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

describe('the health of an endpoint after the clock was set back', () => {
  const YEAR = 365 * DAY;
  const ahead = failures(5, START + YEAR);

  it('should not keep the breaker open: no pause is that long', () => {
    expect(pausedUntil(ahead, START)).toBeNull();
    expect(stateOf(ahead, START)).toBe('probing');
  });

  it('should have the next failure pause it for as long as any other', () => {
    expect(fail(ahead, START).health.paused_until).toBe(START + 5 * MINUTE);
    expect(fail(FRESH, START, 429, 60 * MINUTE).health.paused_until).toBe(START + 60 * MINUTE);
  });

  it('should take the longest pause that there is, also one that another node’s clock began', () => {
    const asked = fail(FRESH, START + 30_000, 429, 60 * MINUTE).health;
    expect(pausedUntil(asked, START)).toBe(START + 60 * MINUTE + 30_000);
    expect(stateOf(asked, START)).toBe('open');
  });

  it('should disable it after five days of failures from then on', () => {
    const health = { ...failures(9, START + YEAR), last_success_at: START + YEAR - 1 };
    const failedAgain = fail(health, START).health;
    expect(failedAgain.failing_since).toBe(START);
    expect(fail(failedAgain, START + 5 * DAY - 1).disable).toBeUndefined();
    expect(fail(failedAgain, START + 5 * DAY).disable).toBe('failing');
  });
});

describe('a receiver that asks for patience', () => {
  const asks = (statusCode: number, retryAfterMs: number) =>
    fail(FRESH, START, statusCode, retryAfterMs).health.paused_until;

  it('should be left alone as a whole when it is busy, an hour at most', () => {
    expect(asks(429, 90_000)).toBe(START + 90_000);
    expect(asks(503, 24 * 60 * MINUTE)).toBe(START + 60 * MINUTE);
    expect(asks(500, 90_000)).toBeNull();
  });
});

describe('disabling an endpoint', () => {
  it('should happen at once when the receiver says that it is gone', () => {
    expect(fail(FRESH, START, 410).disable).toBe('gone');
  });

  it('should keep its first reason, whatever attempts end after it', () => {
    const attempts = [failure(START, 410), failure(START + 1), success(START + 2)];
    expect(afterAttempts(failures(9, START - 5 * DAY), attempts)).toEqual({
      health: { ...FRESH, last_success_at: START + 2 },
      disable: 'gone',
    });
  });

  it('should take five days and ten failures without a success', () => {
    const tired = failures(9, START);
    expect(fail(tired, START + 5 * DAY - 1).disable).toBeUndefined();
    expect(fail(tired, START + 5 * DAY).disable).toBe('failing');
    expect(fail(failures(8, START), START + 5 * DAY).disable).toBeUndefined();
  });

  it('should count the days from the first failure after the last success', () => {
    const health = { ...failures(9, START + 6 * DAY), last_success_at: START + 6 * DAY - 1 };
    expect(fail(health, START + 10 * DAY).disable).toBeUndefined();
    expect(fail(health, START + 11 * DAY).disable).toBe('failing');
  });
});
