import { describe, expect, it } from 'vitest';
import type { AttemptOutcome, DeliveryStatus } from '../../src/platform/db/tables.ts';
import { afterAttempt } from '../../src/webhooks/delivery/delivery-transitions.ts';

const NOW = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

const transition = (outcome: AttemptOutcome, failedBefore: number, retryAfterMs: number | null = null) =>
  afterAttempt(
    { schedule_step: failedBefore },
    { outcome, retryAfterMs },
    NOW,
    (count) => new Uint8Array(count),
  );

describe('what an attempt makes of its delivery', () => {
  it.each<[AttemptOutcome, number, DeliveryStatus]>([
    ['delivered', 0, 'delivered'],
    ['delivered', 10, 'delivered'],
    ['blocked', 3, 'blocked'],
    ['blocked', 10, 'blocked'],
    ['answered_badly', 10, 'failed'],
    ['timed_out', 10, 'failed'],
    ['unreachable', 10, 'failed'],
  ])('should end it: %s after %i failed attempts', (outcome, failedBefore, status) => {
    expect(transition(outcome, failedBefore)).toEqual({
      status,
      scheduleStep: outcome === 'delivered' ? failedBefore : failedBefore + 1,
      nextAttemptAt: NOW,
      finishedAt: NOW,
    });
  });

  it.each<[AttemptOutcome, number]>([
    ['blocked', 2],
    ['answered_badly', 9],
    ['timed_out', 9],
    ['unreachable', 9],
  ])('should leave it due: %s after %i failed attempts', (outcome, failedBefore) => {
    const next = transition(outcome, failedBefore);
    expect(next).toMatchObject({ status: null, scheduleStep: failedBefore + 1, finishedAt: null });
    expect(next.nextAttemptAt).toBeGreaterThan(NOW);
  });

  it('should give a receiver the time it asks for', () => {
    expect(transition('answered_badly', 0, 7 * MINUTE).nextAttemptAt).toBe(NOW + 7 * MINUTE);
  });
});
