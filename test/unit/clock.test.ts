import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toWireTime, toWireTimeOrNull } from '../../src/platform/clock.ts';

describe('toWireTime', () => {
  it('should write any time of a four-digit year as ISO 8601 UTC without a fraction', () => {
    const times = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) });
    fc.assert(
      fc.property(times, times, (one, other) => {
        for (const time of [one, other, one]) {
          expect(toWireTime(time)).toBe(new Date(time).toISOString().replace(/\.\d{3}Z$/, 'Z'));
        }
      }),
    );
  });

  it('should change the date at midnight UTC and not a millisecond earlier', () => {
    expect(toWireTime(Date.UTC(2026, 1, 28, 23, 59, 59, 999))).toBe('2026-02-28T23:59:59Z');
    expect(toWireTime(Date.UTC(2026, 2, 1))).toBe('2026-03-01T00:00:00Z');
  });

  it('should leave null what is unknown', () => {
    expect(toWireTimeOrNull(null)).toBeNull();
    expect(toWireTimeOrNull(0)).toBe('1970-01-01T00:00:00Z');
  });
});
