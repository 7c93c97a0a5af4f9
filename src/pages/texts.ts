/** By key. */
export type Texts = Record<string, string>;

type Values = Record<string, string | number>;

/** The text of a key with its `{placeholders}` filled in. Numbers are written as the language writes them. */
export function fillText(texts: Texts, lang: string, key: string, values: Values = {}): string {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? new Intl.NumberFormat(lang).format(value) : value;
  });
}

/** The same with the plural form that `count` needs: `photos_one`, `photos_few`, `photos_other`… */
export function fillPlural(texts: Texts, lang: string, key: string, count: number): string {
  const form = `${key}_${new Intl.PluralRules(lang).select(count)}`;
  return fillText(texts, lang, form in texts ? form : `${key}_other`, { count });
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** Of a unit: a link that was created a moment ago still says what its sender chose. */
const GRACE = 1 / 8;

/** How many whole units of time are left, for everyone who is told how long a link works. */
export function wholeUnits(left: number, length: number): number {
  return Math.floor(left / length + GRACE);
}

/** "in 6 days"; rounded down, so that no one is promised much more time than there is. */
export function timeLeft(lang: string, until: string, now: string): string {
  const left = Math.max(0, Date.parse(until) - Date.parse(now));
  const [unit, length] =
    UNITS.find(([, size]) => left >= (2 - GRACE) * size) ?? (['minute', 60_000] as const);
  return new Intl.RelativeTimeFormat(lang).format(Math.max(1, wholeUnits(left, length)), unit);
}
