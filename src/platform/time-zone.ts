/** What a clock on the wall shows. */
export interface WallClock {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/** One day of a time zone. */
export interface ZoneDay {
  /** `2026-01-31` */
  date: string;
  start: number;
  end: number;
}

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const MAX_KNOWN_ZONES = 500;
/** Making one takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Names such as `Europe/Berlin`; an offset is no zone, as it knows no summer. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

export function wallClock(milliseconds: number, timeZone: string): WallClock {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(milliseconds)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

/** `2026-01-31 13:00:00 (Europe/Berlin)` */
export function zoneTime(milliseconds: number, timeZone: string): string {
  const clock = wallClock(milliseconds, timeZone);
  return `${dateOf(clock)} ${[clock.hour, clock.minute, clock.second].map(two).join(':')} (${timeZone})`;
}

/** The last days up to today, oldest first; some have 23 or 25 hours. */
export function lastDays(now: number, timeZone: string, count: number): ZoneDay[] {
  const { year, month, day } = wallClock(now, timeZone);
  const today = Date.UTC(year, month - 1, day);
  const starts = Array.from({ length: count + 1 }, (_, index) =>
    momentShowing(today - (count - 1 - index) * DAY_MS, timeZone),
  );
  return starts.slice(0, count).map((start, index) => ({
    date: new Date(today - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
    start,
    end: starts[index + 1] ?? start + DAY_MS,
  }));
}

/** When clocks of the zone show what those of UTC show at this moment; where they do so twice, the first time. */
export function momentShowing(utc: number, timeZone: string): number {
  const moment = oneShowing(utc, timeZone);
  const sinceFirst = offsetFrom(utc, moment - SECOND_MS, timeZone) + SECOND_MS;
  return sinceFirst > 0 ? moment - sinceFirst : moment;
}

/** One of those moments; where it is skipped, when the clocks go on. */
function oneShowing(utc: number, timeZone: string): number {
  let guess = utc - offsetFrom(utc, utc, timeZone);
  for (let round = 0; round < 2; round++) {
    const off = offsetFrom(utc, guess, timeZone);
    guess -= off;
    // An hour too early again and again: there is no such moment, and this is the first one after it.
    if (off <= 0) return guess;
  }
  return guess;
}

function offsetFrom(utc: number, milliseconds: number, timeZone: string): number {
  return asUtc(wallClock(milliseconds, timeZone)) - utc;
}

function asUtc({ year, month, day, hour, minute, second }: WallClock): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function dateOf({ year, month, day }: WallClock): string {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    if (formats.size >= MAX_KNOWN_ZONES) formats.clear();
    formats.set(timeZone, format);
  }
  return format;
}
