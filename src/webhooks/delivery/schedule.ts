import { type Random, randomFraction } from '../../platform/random.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** After each failed attempt, how long until the next; after the last there is none. */
const PAUSES_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** Immediately, and after each pause. */
export const MAX_ATTEMPTS = PAUSES_MS.length + 1;
/** So that what failed together does not come back together. */
const JITTER = 0.2;
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

/**
 * When to try again after so many failures, or undefined when it was the last time. A receiver may ask for a
 * longer pause, up to a day, but not for a shorter one.
 */
export function nextAttemptAt(options: {
  failures: number;
  retryAfterMs: number | null;
  now: number;
  random: Random;
}): number | undefined {
  const pause = PAUSES_MS[options.failures - 1];
  if (pause === undefined) return undefined;
  const jittered = pause * (1 + JITTER * randomFraction(options.random));
  const asked = Math.min(options.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  return options.now + Math.round(Math.max(jittered, asked));
}
