import { type WallClock, wallClock } from '../platform/time-zone.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Clocks are set forward or back by less. */
const MARGIN_HOURS = 3;

/** When customers may be reminded, by the clock of their time zone. */
export interface ReminderHours {
  timeZone: string;
  /** From the beginning of this hour on, 0 to 23. */
  from: number;
  /** Up to the beginning of this hour, 1 to 24. */
  until: number;
  /** Whether on Saturdays and Sundays too. */
  weekends: boolean;
}

/** This moment if it is allowed, and otherwise the beginning of the next hour that is. */
export function nextAllowed(at: number, hours: ReminderHours): number {
  let time = at;
  for (;;) {
    const clock = wallClock(time, hours.timeZone);
    const wait = hoursUntilAllowed(clock, hours);
    if (wait === 0) return time;
    // Most of the way at once, and the rest from hour to hour: the clocks may be changed in between.
    time += wait > MARGIN_HOURS ? (wait - MARGIN_HOURS) * HOUR_MS : untilNextHour(time, clock);
  }
}

/** As if every day had 24 hours; 0: now. */
function hoursUntilAllowed(clock: WallClock, { from, until, weekends }: ReminderHours): number {
  const { hour } = clock;
  const daysToGo = (day: number) => (weekends ? 0 : day === 6 ? 2 : day === 0 ? 1 : 0);
  const today = new Date(Date.UTC(clock.year, clock.month - 1, clock.day)).getUTCDay();
  if (daysToGo(today) > 0) return daysToGo(today) * 24 + from - hour;
  if (hour < from) return from - hour;
  if (hour < until) return 0;
  return (1 + daysToGo((today + 1) % 7)) * 24 + from - hour;
}

function untilNextHour(time: number, { minute, second }: WallClock): number {
  const milliseconds = ((time % 1_000) + 1_000) % 1_000;
  return HOUR_MS - minute * MINUTE_MS - second * 1_000 - milliseconds;
}
