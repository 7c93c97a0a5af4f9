/** The wall clock in a zone at a moment, as date fields have it: `2026-11-15T10:42`. */
export function wallTime(at: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

const WALL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** The moment when the clocks of a zone show that time, or null when it is no time. */
export function momentOf(wall: string, timeZone: string): number | null {
  const wanted = WALL_TIME.test(wall) ? Date.parse(`${wall}:00Z`) : Number.NaN;
  if (Number.isNaN(wanted)) return null;
  const ahead = (at: number) => Date.parse(`${wallTime(at, timeZone)}:00Z`) - at;
  // The offset of the first guess may be that of the other side of a clock change.
  const guess = wanted - ahead(wanted);
  return wanted - ahead(guess);
}

export function toTimestamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
