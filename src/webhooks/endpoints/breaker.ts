import type { DisabledReason, WebhookEndpointRow } from '../../platform/db/tables.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const FAILURES_TO_OPEN = 5;
/** How long nothing is sent, each time the breaker opens in a row. */
const OPEN_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS];
const FAILING_TO_SWITCH_OFF_MS = 5 * DAY_MS;
const FAILURES_TO_SWITCH_OFF = 10;
const GONE = 410;
/** With these a receiver may ask to be left alone as a whole, up to an hour. */
const BUSY = [429, 503];
const MAX_ASKED_MS = 60 * MINUTE_MS;

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

/** Between its openings the breaker lets one probe through. */
export function isProbing(health: Pick<Health, 'failures'>): boolean {
  return health.failures >= FAILURES_TO_OPEN;
}

/** In doubt, or not known yet: it gets fewer of the places that all endpoints share. */
export function isUnhealthy(health: Pick<Health, 'failures' | 'last_success_at'>): boolean {
  return health.failures > 0 || health.last_success_at === null;
}

export function isPaused(health: Pick<Health, 'paused_until'>, now: number): boolean {
  return health.paused_until !== null && health.paused_until > now;
}

/** What a failed attempt does to the endpoint. Those that were under way when the breaker opened do not open it further. */
export function afterFailure(
  health: Health,
  failure: { now: number; statusCode: number | null; retryAfterMs?: number | null },
): { health: Health; switchOff: Exclude<DisabledReason, 'manual'> | undefined } {
  const { now, statusCode } = failure;
  const asked = BUSY.includes(statusCode ?? 0) ? (failure.retryAfterMs ?? 0) : 0;
  const failures = health.failures + 1;
  const failingSince = health.failing_since ?? now;
  const opens = failures >= FAILURES_TO_OPEN && !isPaused(health, now);
  const pause = opens ? (OPEN_MS[Math.min(health.breaker_level, OPEN_MS.length - 1)] ?? 0) : 0;
  const longest = Math.max(pause, Math.min(asked, MAX_ASKED_MS));
  const isHopeless =
    failures >= FAILURES_TO_SWITCH_OFF &&
    now - Math.max(failingSince, health.last_success_at ?? 0) >= FAILING_TO_SWITCH_OFF_MS;
  return {
    health: {
      failures,
      failing_since: failingSince,
      breaker_level: opens ? health.breaker_level + 1 : health.breaker_level,
      paused_until: longest > 0 ? Math.max(now + longest, health.paused_until ?? 0) : health.paused_until,
      last_success_at: health.last_success_at,
    },
    switchOff: statusCode === GONE ? 'gone' : isHopeless ? 'failing' : undefined,
  };
}
