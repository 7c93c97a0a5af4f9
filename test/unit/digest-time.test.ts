import { describe, expect, it } from 'vitest';
import { nextDigestAt } from '../../src/notifications/digest-time.ts';

const at = (time: string) => Date.parse(time);

describe('the moment of the next digest', () => {
  it.each([
    ['before eight', 'UTC', '2026-11-17T07:59:59Z', '2026-11-17T08:00:00Z'],
    ['at eight sharp', 'UTC', '2026-11-17T08:00:00Z', '2026-11-18T08:00:00Z'],
    ['in winter', 'Europe/Berlin', '2026-01-10T12:00:00Z', '2026-01-11T07:00:00Z'],
    ['in summer', 'Europe/Berlin', '2026-07-10T12:00:00Z', '2026-07-11T06:00:00Z'],
    ['on the day with 23 hours', 'Europe/Berlin', '2026-03-28T20:00:00Z', '2026-03-29T06:00:00Z'],
    ['on the day with 25 hours', 'Europe/Berlin', '2026-10-24T20:00:00Z', '2026-10-25T07:00:00Z'],
    [
      'in the night when the clocks go on',
      'America/New_York',
      '2026-03-08T06:59:00Z',
      '2026-03-08T12:00:00Z',
    ],
    ['where it is already tomorrow', 'Pacific/Kiritimati', '2026-05-01T17:00:00Z', '2026-05-01T18:00:00Z'],
    ['where it is still yesterday', 'Pacific/Pago_Pago', '2026-05-01T05:00:00Z', '2026-05-01T19:00:00Z'],
    ['with half an hour', 'Asia/Kolkata', '2026-05-01T02:29:00Z', '2026-05-01T02:30:00Z'],
    ['at the end of a year', 'UTC', '2026-12-31T23:00:00Z', '2027-01-01T08:00:00Z'],
  ])('should be eight o’clock there %s', (_when, zone, now, expected) => {
    expect(new Date(nextDigestAt(at(now), zone)).toISOString()).toBe(new Date(expected).toISOString());
  });
});
