import type { Clock } from '../platform/clock.ts';

/** Clocks of several nodes, or of a device corrected by the server's, agree to within this. */
export const CLOCK_TOLERANCE_MS = 5_000;

export type ClockWatch = ReturnType<typeof createClockWatch>;

/**
 * Notices when the server's clock is set back, here or before another process opened a session. A page dates its
 * photos by the time the server had when the session was opened. After the clock was set back such a photo seems to come
 * from the future, and only for such sessions that is no reason to refuse it.
 */
export function createClockWatch(clock: Clock) {
  let latest = Number.NEGATIVE_INFINITY;
  let setBackFrom = Number.NEGATIVE_INFINITY;
  function look(): void {
    const now = clock();
    if (now < latest - CLOCK_TOLERANCE_MS) {
      setBackFrom = Math.max(setBackFrom, latest);
      latest = now;
    }
    latest = Math.max(latest, now);
  }
  return {
    /** Tells it of a time that was the present once. */
    sawPast(time: number): void {
      latest = Math.max(latest, time);
      look();
    },
    /** Whether a session that was opened at that time may be older than the change of the clock. */
    mayPrecedeSetback(openedAt: number): boolean {
      look();
      return openedAt <= setBackFrom;
    },
  };
}
