import { type Random, randomFraction } from '../platform/random.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS];
const JITTER = 0.2;

/** How long to wait after an attempt that may succeed the next time; undefined when it was the last one. */
export function pauseAfter(attempt: number, random: Random): number | undefined {
  const pause = PAUSES_MS[attempt - 1];
  // So that what failed together does not come back together.
  return pause === undefined ? undefined : Math.round(pause * (1 + JITTER * randomFraction(random)));
}
