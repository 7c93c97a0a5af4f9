import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billingPeriod, type UsageColumns, usageOf } from '../../src/workspaces/quota.ts';

const at = (iso: string) => Date.parse(iso);

function period(start: string, now: string): [string, string] {
  const { start: from, end } = billingPeriod(at(start), at(now));
  return [new Date(from).toISOString(), new Date(end).toISOString()];
}

describe('billingPeriod', () => {
  it.each([
    ['on the first day', '2026-01-15T08:00:00.000Z', '2026-01-15T08:00:00.000Z', '01-15', '02-15'],
    [
      'before the first month is over',
      '2026-01-15T08:00:00.000Z',
      '2026-02-15T07:59:59.999Z',
      '01-15',
      '02-15',
    ],
    [
      'when the second month begins',
      '2026-01-15T08:00:00.000Z',
      '2026-02-15T08:00:00.000Z',
      '02-15',
      '03-15',
    ],
    ['half a year later', '2026-01-15T08:00:00.000Z', '2026-07-20T00:00:00.000Z', '07-15', '08-15'],
  ])('should count months from the moment the plan began: %s', (_name, start, now, from, to) => {
    expect(period(start, now)).toEqual([`2026-${from}T08:00:00.000Z`, `2026-${to}T08:00:00.000Z`]);
  });

  it.each([
    ['2026-02-27T12:00:00.000Z', '2026-01-31', '2026-02-28'],
    ['2026-02-28T11:59:59.999Z', '2026-01-31', '2026-02-28'],
    ['2026-02-28T12:00:00.000Z', '2026-02-28', '2026-03-31'],
    ['2026-03-01T00:00:00.000Z', '2026-02-28', '2026-03-31'],
    ['2026-03-31T11:59:59.999Z', '2026-02-28', '2026-03-31'],
    ['2026-03-31T12:00:00.000Z', '2026-03-31', '2026-04-30'],
    ['2026-04-30T12:00:00.000Z', '2026-04-30', '2026-05-31'],
    ['2026-12-31T12:00:00.000Z', '2026-12-31', '2027-01-31'],
    ['2028-02-29T12:00:00.000Z', '2028-02-29', '2028-03-31'],
  ])('should renew a plan begun on the 31st on the last day of a shorter month: %s', (now, from, to) => {
    expect(period('2026-01-31T12:00:00.000Z', now)).toEqual([`${from}T12:00:00.000Z`, `${to}T12:00:00.000Z`]);
  });

  it.each([
    ['2024-03-28T00:00:00.000Z', '2024-02-29', '2024-03-29'],
    ['2025-02-28T00:00:00.000Z', '2025-02-28', '2025-03-29'],
    ['2028-02-28T00:00:00.000Z', '2028-01-29', '2028-02-29'],
    ['2028-02-29T00:00:00.000Z', '2028-02-29', '2028-03-29'],
    ['2100-02-28T00:00:00.000Z', '2100-02-28', '2100-03-29'],
  ])('should handle a plan begun on 29 February: %s', (now, from, to) => {
    expect(period('2024-02-29T00:00:00.000Z', now)).toEqual([`${from}T00:00:00.000Z`, `${to}T00:00:00.000Z`]);
  });

  it('should return the first period when a clock is a little behind', () => {
    expect(period('2026-01-31T12:00:00.000Z', '2026-01-31T11:59:00.000Z')).toEqual([
      '2026-01-31T12:00:00.000Z',
      '2026-02-28T12:00:00.000Z',
    ]);
  });

  it('should hold the present, and end where the next one begins', () => {
    const start = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') });
    const later = fc.integer({ min: 0, max: 40 * 365 * 86_400_000 });
    fc.assert(
      fc.property(start, later, (began, passed) => {
        const now = began + passed;
        const current = billingPeriod(began, now);
        expect(current.start).toBeLessThanOrEqual(now);
        expect(current.end).toBeGreaterThan(now);
        expect(billingPeriod(began, current.end).start).toBe(current.end);
        expect(billingPeriod(began, current.end - 1)).toEqual(current);
        const days = (current.end - current.start) / 86_400_000;
        expect(days).toBeGreaterThanOrEqual(28);
        expect(days).toBeLessThanOrEqual(31);
      }),
    );
  });
});

describe('usageOf', () => {
  const began = at('2026-01-31T12:00:00Z');
  const workspace: UsageColumns = {
    plan: 'professional',
    plan_started_at: began,
    lifetime_photos: 40,
    period_photos: 60,
    period_started_at: began,
  };

  it('should count the lifetime total on the free plan, whatever the month', () => {
    const free = { ...workspace, plan: 'developer_free' };
    for (const now of [began, at('2036-01-01T00:00:00Z')]) {
      expect(usageOf(free, now)).toEqual({ used: 40, limit: 100, remaining: 60, period: null });
    }
    expect(usageOf({ ...free, lifetime_photos: 100 }, began).remaining).toBe(0);
    expect(usageOf({ ...free, lifetime_photos: 130 }, began)).toMatchObject({ used: 130, remaining: 0 });
  });

  it.each([
    ['starter', 500, 440],
    ['professional', 5_000, 4_940],
    ['enterprise', null, null],
  ])('should count the month on the %s plan', (plan, limit, remaining) => {
    expect(usageOf({ ...workspace, plan }, began + 1)).toEqual({
      used: 60,
      limit,
      remaining,
      period: { start: began, end: at('2026-02-28T12:00:00Z') },
    });
  });

  it('should start from nothing in every new month', () => {
    const end = at('2026-02-28T12:00:00Z');
    expect(usageOf(workspace, end - 1)).toMatchObject({ used: 60, remaining: 4_940 });
    expect(usageOf(workspace, end)).toMatchObject({ used: 0, remaining: 5_000 });
    expect(usageOf({ ...workspace, period_started_at: end }, end)).toMatchObject({ used: 60 });
  });

  it('should count nothing where nothing was ever counted', () => {
    expect(usageOf({ ...workspace, period_started_at: null }, began)).toMatchObject({ used: 0 });
  });

  it('should not carry the photos of an earlier plan into a new one', () => {
    const changed = { ...workspace, plan_started_at: began + 1_000 };
    expect(usageOf(changed, began + 2_000)).toMatchObject({ used: 0, remaining: 5_000 });
  });
});
