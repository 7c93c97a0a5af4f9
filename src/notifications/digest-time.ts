import { momentShowing, wallClock } from '../platform/time-zone.ts';

const DIGEST_HOUR = 8;
const DAY_MS = 86_400_000;

/** The next time that it is eight in the morning in the zone, after this moment. */
export function nextDigestAt(now: number, timeZone: string): number {
  const { year, month, day } = wallClock(now, timeZone);
  const today = Date.UTC(year, month - 1, day, DIGEST_HOUR);
  const moment = momentShowing(today, timeZone);
  return moment > now ? moment : momentShowing(today + DAY_MS, timeZone);
}
