import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDay, exactTime, relativeTime } from '../../web/dashboard/components/time.ts';
import { nameOfDevice } from '../../web/dashboard/pages/account/device-name.ts';
import { axisTicks, namedDays } from '../../web/dashboard/pages/overview/chart-scale.ts';

const NOW = Date.parse('2026-11-15T09:30:00.000Z');
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

describe('times as they are shown', () => {
  it.each([
    [0, 'just now'],
    [-59_000, 'just now'],
    [-MINUTE, '1 minute ago'],
    [-59 * MINUTE, '59 minutes ago'],
    [-61 * MINUTE, '1 hour ago'],
    [-25 * 60 * MINUTE, 'yesterday'],
    [20 * 60 * MINUTE, 'in 20 hours'],
    [3 * DAY + 5 * MINUTE, 'in 3 days'],
    // What a customer is told of the same link.
    [7 * DAY - 5 * MINUTE, 'in 7 days'],
    [7 * DAY - 300 * MINUTE, 'in 6 days'],
    [-21 * DAY, '3 weeks ago'],
    [-400 * DAY, 'last year'],
  ])('should put %d ms from now as "%s"', (away, text) => {
    expect(relativeTime(NOW + away, NOW)).toBe(text);
  });

  it('should be exact in the zone of the workspace', () => {
    expect(exactTime(NOW, 'Europe/Berlin')).toBe('15 Nov 2026, 10:30 CET');
    expect(exactTime(NOW, 'America/New_York')).toContain('15 Nov 2026, 04:30');
    expect(exactTime(NOW, 'Asia/Tokyo')).toContain('15 Nov 2026, 18:30');
  });

  it('should keep a calendar day, whatever zone the browser is in', () => {
    expect(calendarDay('2026-11-01')).toBe('1 Nov');
    expect(calendarDay('2026-12-31')).toBe('31 Dec');
  });
});

describe('the axes of the chart', () => {
  it('should begin at 0, reach over the highest day and go in equal whole steps', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (highest) => {
        const ticks = axisTicks(highest);
        const [first, step = 0] = ticks;
        expect(first).toBe(0);
        expect(Number.isInteger(step)).toBe(true);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(1, highest));
        expect(ticks.length).toBeLessThanOrEqual(6);
        for (const [index, tick] of ticks.entries()) expect(tick).toBe(index * step);
      }),
    );
  });

  it('should name as many days as have room, today among them', () => {
    expect(namedDays(30, 10)).toEqual([2, 5, 8, 11, 14, 17, 20, 23, 26, 29]);
    expect(namedDays(30, 4)).toEqual([5, 13, 21, 29]);
    expect(namedDays(30, 0)).toEqual([29]);
  });
});

describe('the name of a signed-in browser', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
      'Firefox on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
      'Safari on Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge on Windows',
    ],
    ['curl/8.9.1', 'Unknown browser'],
    ['', 'Unknown browser'],
  ])('should make of %s: %s', (userAgent, name) => {
    expect(nameOfDevice(userAgent)).toBe(name);
  });
});
