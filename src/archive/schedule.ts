import { type Random, randomFraction } from '../platform/random.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** The last one again and again. */
const PAUSES_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS];
const JITTER = 0.2;
/** A bucket that is full on Friday evening is looked after on Monday. */
export const GIVE_UP_AFTER_MS = 72 * HOUR_MS;
/** An archive that failed so often in a row, for about two hours, has stopped working; a restart is over by then. */
export const STOPPED_AFTER_FAILURES = 7;

const MIN_SEAL_WAIT_MS = 2 * SECOND_MS;
const MAX_SEAL_WAIT_MS = 10 * MINUTE_MS;

/** How long to wait after so many failures in a row. */
export function pauseAfter(failures: number, random: Random): number {
  const pause = PAUSES_MS[failures - 1] ?? HOUR_MS;
  // So that what failed together does not come back together.
  return Math.round(pause * (1 + JITTER * randomFraction(random)));
}

export function isGivenUp({ queued_at }: { queued_at: number }, now: number): boolean {
  return now - queued_at >= GIVE_UP_AFTER_MS;
}

/** When to look again for a photo that is being sealed: soon, and less often the longer it takes. */
export function sealWait({ queued_at }: { queued_at: number }, now: number): number {
  return Math.min(Math.max((now - queued_at) / 2, MIN_SEAL_WAIT_MS), MAX_SEAL_WAIT_MS);
}
