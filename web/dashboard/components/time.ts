import { wholeUnits } from '../../../src/pages/texts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS: { below: number; unit: Intl.RelativeTimeFormatUnit; length: number }[] = [
  { below: HOUR, unit: 'minute', length: MINUTE },
  { below: DAY, unit: 'hour', length: HOUR },
  { below: 14 * DAY, unit: 'day', length: DAY },
  { below: 60 * DAY, unit: 'week', length: 7 * DAY },
  { below: 365 * DAY, unit: 'month', length: 30 * DAY },
  { below: Number.POSITIVE_INFINITY, unit: 'year', length: 365 * DAY },
];

/** "3 hours ago", "in 2 days"; under a minute it is now. */
export function relativeTime(at: number, now: number, locale = 'en'): string {
  const away = at - now;
  const distance = Math.abs(away);
  if (distance < MINUTE) return 'just now';
  const step = STEPS.find(({ below }) => distance < below);
  if (step === undefined) return '';
  const count = away > 0 ? wholeUnits(away, step.length) : -Math.floor(distance / step.length);
  return relativeFormat(locale).format(count, step.unit);
}

/** "15 Nov 2026, 10:42 GMT+1" in the zone given. */
export function exactTime(at: number, timeZone: string, locale = 'en-GB'): string {
  return exactFormat(locale, timeZone).format(at);
}

/** Making a format takes far longer than using it, and a list has hundreds of times. */
function createdOnce<Key extends string[], Format>(make: (...key: Key) => Format): typeof make {
  const formats = new Map<string, Format>();
  return (...key) => {
    const name = key.join();
    const format = formats.get(name) ?? make(...key);
    formats.set(name, format);
    return format;
  };
}

const relativeFormat = createdOnce(
  (locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
);

const exactFormat = createdOnce(
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone,
    }),
);

/** How long until a relative text could change. */
export function untilNextChange(at: number, now: number): number {
  return Math.abs(at - now) < HOUR ? 15_000 : 10 * MINUTE;
}

/** "12 Nov" of a calendar day such as 2026-11-12, whatever the browser's own zone. */
export function calendarDay(day: string, locale = 'en-GB'): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  );
}
