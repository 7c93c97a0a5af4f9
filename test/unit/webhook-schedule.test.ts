import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Random } from '../../src/platform/random.ts';
import { nextAttemptAt } from '../../src/webhooks/delivery/schedule.ts';

const lowest: Random = (count) => new Uint8Array(count);
const highest: Random = (count) => new Uint8Array(count).fill(255);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the schedule of attempts', () => {
  it('should try eleven times: at once and after ten pauses', () => {
    const pauses = Array.from({ length: 11 }, (_, index) =>
      nextAttemptAt({ failures: index + 1, retryAfterMs: null, now: 0, random: lowest }),
    );
    expect(pauses).toEqual([
      5_000,
      MINUTE,
      5 * MINUTE,
      30 * MINUTE,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
      undefined,
    ]);
  });

  it('should spread attempts that failed together', () => {
    const at = (random: Random) => nextAttemptAt({ failures: 2, retryAfterMs: null, now: 1_000, random });
    expect(at(lowest)).toBe(1_000 + MINUTE);
    expect(at(highest)).toBeGreaterThan(1_000 + 1.15 * MINUTE);
    expect(at(highest)).toBeLessThanOrEqual(1_000 + 1.2 * MINUTE);
  });

  it('should wait as long as the receiver asks, but a day at most', () => {
    const askedFor = (retryAfterMs: number) =>
      nextAttemptAt({ failures: 1, retryAfterMs, now: 0, random: lowest });
    expect(askedFor(7 * MINUTE)).toBe(7 * MINUTE);
    expect(askedFor(90 * 24 * HOUR)).toBe(24 * HOUR);
  });

  it('should never try sooner because the receiver asks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: -1_000_000, max: 40 * HOUR }),
        (failures, retryAfterMs) => {
          const asked = nextAttemptAt({ failures, retryAfterMs, now: 0, random: lowest }) ?? 0;
          const unasked = nextAttemptAt({ failures, retryAfterMs: null, now: 0, random: lowest }) ?? 0;
          expect(asked).toBeGreaterThanOrEqual(unasked);
          expect(asked).toBeLessThanOrEqual(Math.max(unasked, 24 * HOUR));
        },
      ),
    );
  });
});
