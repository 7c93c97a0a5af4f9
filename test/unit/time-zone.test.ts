import { describe, expect, it } from 'vitest';
import { lastDays, zoneTime } from '../../src/platform/time-zone.ts';

const HOUR = 3_600_000;

/** The day before and the day itself, seen from its noon. */
function daysUntil(date: string, timeZone: string) {
  const [before, day] = lastDays(Date.parse(`${date}T12:00:00Z`), timeZone, 2);
  if (before === undefined || day === undefined) throw new Error('There are no such days');
  return { before, day };
}

describe('the days of a time zone', () => {
  it.each([
    ['Asia/Amman', '2017-10-27', '2017-10-26T21:00:00Z'],
    ['Asia/Gaza', '2018-10-27', '2018-10-26T21:00:00Z'],
  ])('should begin at the first of two midnights in %s on %s', (timeZone, date, start) => {
    const { before, day } = daysUntil(date, timeZone);
    expect(day).toMatchObject({ date, start: Date.parse(start) });
    expect(day.end - day.start).toBe(25 * HOUR);
    expect(before).toMatchObject({ end: day.start, start: day.start - 24 * HOUR });
  });

  it.each([
    ['at 01:00 where midnight is skipped', 'America/Havana', '2026-03-08', '2026-03-08T05:00:00Z', 23],
    [
      'at midnight where the hour before it comes twice',
      'Africa/Cairo',
      '2026-10-30',
      '2026-10-29T22:00:00Z',
      24,
    ],
    [
      'at midnight where the clocks change at night',
      'Europe/Berlin',
      '2026-10-25',
      '2026-10-24T22:00:00Z',
      25,
    ],
  ])('should begin %s (%s on %s)', (_when, timeZone, date, start, hours) => {
    const { before, day } = daysUntil(date, timeZone);
    expect(new Date(day.start).toISOString()).toBe(new Date(start).toISOString());
    expect(day.end - day.start).toBe(hours * HOUR);
    expect(before.end).toBe(day.start);
  });

  it('should tell a time as the clock on the wall shows it', () => {
    expect(zoneTime(Date.UTC(2026, 0, 31, 23, 5, 9), 'Europe/Berlin')).toBe(
      '2026-02-01 00:05:09 (Europe/Berlin)',
    );
  });
});
