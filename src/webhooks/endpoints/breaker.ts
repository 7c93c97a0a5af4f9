import type { DisabledReason, WebhookEndpointRow } from '../../platform/db/tables.ts';
import type { Exchange } from '../client/guarded-client.ts';

/*
 * The breaker keeps us from calling an endpoint that fails again and again.
 *
 *   state    sends           after a success  after a failure
 *   closed   everything      closed           open at the fifth in a row
 *   open     nothing         closed           open until the same time: the attempt was under way when it opened
 *   probing  one at a time   closed           open, for longer than the last time
 *
 * A busy receiver (429, 503) can open it too, by asking for a pause. When its time is over it is probing, or closed if
 * there were fewer failures than that. In any state an endpoint that is gone, or has failed for days, is disabled.
 */
export type BreakerState = 'closed' | 'open' | 'probing';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const FAILURES_TO_OPEN = 5;
/** How long nothing is sent, each time the breaker opens in a row. */
const OPEN_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS];
const FAILING_TO_DISABLE_MS = 5 * DAY_MS;
const FAILURES_TO_DISABLE = 10;
const GONE = 410;
/** With these a receiver may ask to be left alone as a whole, up to an hour. */
const BUSY = [429, 503];
const MAX_ASKED_MS = 60 * MINUTE_MS;
/** No pause is longer. The minute is for the clocks of two nodes, which differ by less. */
export const MAX_PAUSE_MS = Math.max(...OPEN_MS, MAX_ASKED_MS) + MINUTE_MS;

/** What is known of how an endpoint does. */
export type Health = Pick<
  WebhookEndpointRow,
  'failures' | 'failing_since' | 'breaker_level' | 'paused_until' | 'last_success_at'
>;

export const HEALTHY = {
  failures: 0,
  failing_since: null,
  breaker_level: 0,
  paused_until: null,
} satisfies Partial<Health>;

/** What attempts make of an endpoint. */
export interface HealthTransition {
  health: Health;
  /** Why it is to be disabled; undefined when it is not. */
  disable: Exclude<DisabledReason, 'manual'> | undefined;
}

/** Until when nothing is sent. One too far ahead was stored before the clock was set back, and says nothing. */
export function pausedUntil({ paused_until }: Pick<Health, 'paused_until'>, now: number): number | null {
  return paused_until !== null && paused_until - now <= MAX_PAUSE_MS ? paused_until : null;
}

export function stateOf(health: Pick<Health, 'failures' | 'paused_until'>, now: number): BreakerState {
  if ((pausedUntil(health, now) ?? 0) > now) return 'open';
  return isProbing(health) ? 'probing' : 'closed';
}

/** Until the first success after the breaker opened. */
export function isProbing(health: Pick<Health, 'failures'>): boolean {
  return health.failures >= FAILURES_TO_OPEN;
}

/** In doubt, or not known yet: it gets fewer of the places that all endpoints share. */
export function isUnhealthy(health: Pick<Health, 'failures' | 'last_success_at'>): boolean {
  return health.failures > 0 || health.last_success_at === null;
}

/** Attempts count in the order in which they ended. The first reason to disable the endpoint stays. */
export function afterAttempts(
  before: Health,
  attempts: readonly {
    exchange: Pick<Exchange, 'outcome' | 'statusCode' | 'retryAfterMs'>;
    endedAt: number;
  }[],
): HealthTransition {
  let after: HealthTransition = { health: before, disable: undefined };
  for (const { exchange, endedAt } of attempts) {
    const { health, disable } =
      exchange.outcome === 'delivered'
        ? afterSuccess(endedAt)
        : afterFailure(after.health, { ...exchange, now: endedAt });
    after = { health, disable: after.disable ?? disable };
  }
  return after;
}

function afterSuccess(now: number): HealthTransition {
  return { health: { ...HEALTHY, last_success_at: now }, disable: undefined };
}

/** Whether a failure opens the breaker, by the state it meets. */
const OPENS_AT: Record<BreakerState, (failures: number) => boolean> = {
  closed: (failures) => failures >= FAILURES_TO_OPEN,
  open: () => false,
  probing: () => true,
};

function afterFailure(
  health: Health,
  failure: { now: number; statusCode: number | null; retryAfterMs: number | null },
): HealthTransition {
  const { now, statusCode } = failure;
  const asked = BUSY.includes(statusCode ?? 0) ? (failure.retryAfterMs ?? 0) : 0;
  const failures = health.failures + 1;
  // A time in the future is one of before the clock was set back.
  const failingSince = Math.min(health.failing_since ?? now, now);
  const succeededAt = health.last_success_at ?? 0;
  const lastSuccessAt = succeededAt <= now ? succeededAt : 0;
  const paused = pausedUntil(health, now);
  const opens = OPENS_AT[stateOf(health, now)](failures);
  const pause = opens ? (OPEN_MS[Math.min(health.breaker_level, OPEN_MS.length - 1)] ?? 0) : 0;
  const longest = Math.max(pause, Math.min(asked, MAX_ASKED_MS));
  const isHopeless =
    failures >= FAILURES_TO_DISABLE && now - Math.max(failingSince, lastSuccessAt) >= FAILING_TO_DISABLE_MS;
  return {
    health: {
      failures,
      failing_since: failingSince,
      breaker_level: opens ? health.breaker_level + 1 : health.breaker_level,
      paused_until: longest > 0 ? Math.max(now + longest, paused ?? 0) : paused,
      last_success_at: health.last_success_at,
    },
    disable: statusCode === GONE ? 'gone' : isHopeless ? 'failing' : undefined,
  };
}
