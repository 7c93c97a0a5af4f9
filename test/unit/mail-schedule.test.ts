import { describe, expect, it } from 'vitest';
import { pauseAfter } from '../../src/email/schedule.ts';

const MINUTE = 60_000;
const always = (byte: number) => (bytes: number) => new Uint8Array(bytes).fill(byte);

describe('the pauses between the attempts of an email', () => {
  it('should grow from a minute to half a day, and then end', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7].map((attempt) => pauseAfter(attempt, always(0)));
    expect(pauses).toEqual([...[1, 5, 15, 60, 240, 720].map((minutes) => minutes * MINUTE), undefined]);
  });

  it('should differ by chance, and never be shorter', () => {
    expect(pauseAfter(1, always(255))).toBeGreaterThan(1.19 * MINUTE);
    expect(pauseAfter(1, always(255))).toBeLessThanOrEqual(1.2 * MINUTE);
  });
});
