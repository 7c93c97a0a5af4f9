import { type Random, randomFraction } from '../platform/random.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** The last one again and again: a photo is sealed as soon as what is missing is back. */
const PAUSES_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS];
const LAST_PAUSE_MS = HOUR_MS;
const JITTER = 0.2;
/** The photo is the reason, but so could be a release that is replaced within minutes. */
export const MAX_UNSEALABLE_ATTEMPTS = PAUSES_MS.length;
/** A photo waits so long for its time stamp; then it is sealed without one. */
const TIME_STAMP_PATIENCE_MS = HOUR_MS;

/** How long to wait after an attempt that failed. */
export function pauseAfter(attempt: number, random: Random): number {
  const pause = PAUSES_MS[attempt - 1] ?? LAST_PAUSE_MS;
  // So that what failed together does not come back together.
  return Math.round(pause * (1 + JITTER * randomFraction(random)));
}

export function isTimeStampAwaited({ created_at }: { created_at: number }, now: number): boolean {
  return now - created_at < TIME_STAMP_PATIENCE_MS;
}
