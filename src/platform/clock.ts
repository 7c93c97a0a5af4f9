/** Milliseconds since the epoch. Passed in everywhere, so that tests decide what time it is. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Milliseconds since some moment, for durations: no one can set it, and it never goes back. */
export const monotonicClock: Clock = () => performance.now();

const DAY_MS = 86_400_000;
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

const MAX_KNOWN_DAYS = 1_000;

/** The days written so far: a response has a few timestamps, and most are of days that the last responses had too. */
const knownDays = new Map<number, string>();

/** The wire form of every timestamp: ISO 8601 UTC without a fraction. */
export function toWireTime(milliseconds: number): string {
  const day = Math.floor(milliseconds / DAY_MS);
  const seconds = Math.floor((milliseconds - day * DAY_MS) / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return `${dateOf(day)}T${TWO_DIGITS[hours]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}Z`;
}

function dateOf(day: number): string {
  let date = knownDays.get(day);
  if (date === undefined) {
    date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    if (knownDays.size >= MAX_KNOWN_DAYS) knownDays.clear();
    knownDays.set(day, date);
  }
  return date;
}

export function toWireTimeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toWireTime(milliseconds);
}
