/** Milliseconds since the epoch. Passed in everywhere, so that tests decide what time it is. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

const DAY_MS = 86_400_000;
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** The day last written, since the next timestamp is nearly always of the same one. */
let known = { day: 0, text: '1970-01-01T' };

/** The wire form of every timestamp: ISO 8601 UTC without a fraction. */
export function toWireTime(milliseconds: number): string {
  const day = Math.floor(milliseconds / DAY_MS);
  if (day !== known.day) known = { day, text: new Date(milliseconds).toISOString().slice(0, 11) };
  const seconds = Math.floor((milliseconds - day * DAY_MS) / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return `${known.text}${TWO_DIGITS[hours]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}Z`;
}

export function toWireTimeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toWireTime(milliseconds);
}
