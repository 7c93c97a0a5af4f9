import type { DeliveryAttemptRow, DeliveryRow, DeliveryStatus } from '../../platform/db/tables.ts';
import type { Random } from '../../platform/random.ts';
import type { Exchange } from '../client/guarded-client.ts';
import { MAX_ATTEMPTS, nextAttemptAt } from './schedule.ts';

/*
 * The states of a delivery. It is due (waiting for an attempt, or being sent while it is leased), held for someone to
 * decide, or at one of its ends: delivered, failed, blocked.
 *
 *   from  when                        to
 *   ----  created with its event      due    outbox/outbox.ts
 *   due   an attempt has ended        due, or the end that END_OF names
 *   due   its endpoint is disabled    held   hold-repository.ts
 *   any   it is sent again            due    delivery-replay.ts; all its attempts start over
 */

/** The end that an outcome leads to, once there were so many attempts; before that the delivery stays as it is. */
export const END_OF = {
  delivered: { status: 'delivered', attempts: 1 },
  // A name may lead to a wrong address for a moment; after so many attempts it is meant.
  blocked: { status: 'blocked', attempts: 4 },
  answered_badly: { status: 'failed', attempts: MAX_ATTEMPTS },
  timed_out: { status: 'failed', attempts: MAX_ATTEMPTS },
  unreachable: { status: 'failed', attempts: MAX_ATTEMPTS },
} as const satisfies Record<DeliveryAttemptRow['outcome'], { status: DeliveryStatus; attempts: number }>;

/** What an attempt makes of its delivery. */
export interface DeliveryTransition {
  /** null: as it is, due or held. */
  status: DeliveryStatus | null;
  scheduleStep: number;
  nextAttemptAt: number;
  finishedAt: number | null;
}

export function afterAttempt(
  delivery: Pick<DeliveryRow, 'schedule_step'>,
  { outcome, retryAfterMs }: Pick<Exchange, 'outcome' | 'retryAfterMs'>,
  now: number,
  random: Random,
): DeliveryTransition {
  const attempts = delivery.schedule_step + 1;
  // A success is no step of the schedule of failures.
  const scheduleStep = outcome === 'delivered' ? delivery.schedule_step : attempts;
  const end = END_OF[outcome];
  const next =
    attempts < end.attempts ? nextAttemptAt({ failures: attempts, retryAfterMs, now, random }) : undefined;
  return next === undefined
    ? { status: end.status, scheduleStep, nextAttemptAt: now, finishedAt: now }
    : { status: null, scheduleStep, nextAttemptAt: next, finishedAt: null };
}
