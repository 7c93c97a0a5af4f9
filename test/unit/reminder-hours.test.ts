import { describe, expect, it } from 'vitest';
import { nextAllowed, type ReminderHours } from '../../src/photo-requests/reminder-hours.ts';
import { zoneTime } from '../../src/platform/time-zone.ts';

const OFFICE: ReminderHours = { timeZone: 'Europe/Berlin', from: 9, until: 18, weekends: true };

function moved(at: string, hours: Partial<ReminderHours> = {}): string {
  const wanted = { ...OFFICE, ...hours };
  return zoneTime(nextAllowed(Date.parse(at), wanted), wanted.timeZone).slice(0, 19);
}

describe('the hours in which customers are reminded', () => {
  it('should leave a moment alone that is allowed, to the second', () => {
    expect(moved('2026-01-14T08:00:00Z')).toBe('2026-01-14 09:00:00');
    expect(moved('2026-01-14T16:59:59Z')).toBe('2026-01-14 17:59:59');
  });

  it('should wait for the next morning of the customer', () => {
    expect(moved('2026-01-14T07:59:59Z')).toBe('2026-01-14 09:00:00');
    expect(moved('2026-01-14T17:00:00Z')).toBe('2026-01-15 09:00:00');
    expect(moved('2026-01-14T23:30:00Z', { timeZone: 'Asia/Kathmandu' })).toBe('2026-01-15 09:00:00');
    expect(moved('2026-12-31T22:10:00Z', { timeZone: 'Pacific/Kiritimati' })).toBe('2027-01-01 12:10:00');
  });

  it('should wait until Monday where weekends are free', () => {
    const weekends = false;
    // A Friday evening, a Saturday at noon, and the last minute of a Sunday.
    for (const at of ['2026-01-16T18:00:00Z', '2026-01-17T11:00:00Z', '2026-01-18T22:59:00Z'])
      expect(moved(at, { weekends })).toBe('2026-01-19 09:00:00');
    expect(moved('2026-01-16T16:30:00Z', { weekends })).toBe('2026-01-16 17:30:00');
  });

  it('should keep to the clock on the wall when it is set forward or back over night', () => {
    expect(moved('2026-03-28T20:00:00Z')).toBe('2026-03-29 09:00:00');
    expect(moved('2026-10-24T20:00:00Z')).toBe('2026-10-25 09:00:00');
    expect(moved('2026-03-27T20:00:00Z', { weekends: false })).toBe('2026-03-30 09:00:00');
    expect(moved('2026-10-23T20:00:00Z', { weekends: false })).toBe('2026-10-26 09:00:00');
    // By half an hour.
    expect(moved('2026-10-03T09:00:00Z', { timeZone: 'Australia/Lord_Howe' })).toBe('2026-10-04 09:00:00');
  });

  it('should take the next day when the only hour is left out, and the first when it comes twice', () => {
    const night = { from: 2, until: 3 };
    expect(moved('2026-03-28T22:00:00Z', night)).toBe('2026-03-30 02:00:00');
    expect(nextAllowed(Date.parse('2026-10-24T22:00:00Z'), { ...OFFICE, ...night })).toBe(
      Date.parse('2026-10-25T00:00:00Z'),
    );
  });

  it('should find an allowed hour all over a year, less than four days away', () => {
    for (const timeZone of ['America/St_Johns', 'Africa/Cairo', 'Asia/Kolkata']) {
      const hours = { timeZone, from: 8, until: 9, weekends: false };
      for (let at = Date.UTC(2026, 0, 1, 0, 17); at < Date.UTC(2027, 0, 1); at += 7 * 3_600_000) {
        const next = nextAllowed(at, hours);
        expect(next).toBeGreaterThanOrEqual(at);
        expect(next - at).toBeLessThan(4 * 86_400_000);
        expect(nextAllowed(next, hours)).toBe(next);
        expect(zoneTime(next, timeZone).slice(11, 13)).toBe('08');
      }
    }
  });
});
