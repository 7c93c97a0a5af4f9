import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { supported } from '../pages/language-choice.ts';
import { fillPlural, fillText } from '../pages/texts.ts';
import { projectFile } from '../platform/project-files.ts';
import { directionOf } from '../shared/languages.ts';

type Values = Record<string, string | number>;

/** How an email is put into words. */
export type Wording = ReturnType<typeof wordingFor>;

const FOLDER = projectFile('src/email/locales');
/** Those that the customer's pages say too. */
const SHARED_FOLDER = projectFile('src/pages/change-reasons');
const read = new Map<string, Record<string, string>>();
/** One for each way of writing a time that is in use: each takes tens of kilobytes that the garbage collector knows nothing of. */
const timeFormats = new Map<string, Intl.DateTimeFormat>();
const MAX_TIME_FORMATS = 50;

export function wordingFor(locale: string) {
  const lang = supported(locale) ?? 'en';
  const texts = textsOf(lang);
  return {
    /** With its region, when it has one. */
    locale: supported(locale) === undefined ? 'en' : locale,
    lang,
    dir: directionOf(lang),
    say: (key: string, values: Values = {}) => fillText(texts, lang, key, isolateAll(lang, values)),
    /** Words that are not ours, filled in the same way. */
    fill: (text: string, values: Values) => fillText({ text }, lang, 'text', isolateAll(lang, values)),
    count: (key: string, count: number) => fillPlural(texts, lang, key, count),
    /** In full words, in UTC: no one knows where the reader is. */
    time: (milliseconds: number) => timeFormat(locale, lang).format(milliseconds),
  };
}

/** Read when the first email needs them: most servers run for a while before they send one. */
export function textsOf(lang: string): Record<string, string> {
  let texts = read.get(lang);
  if (texts === undefined) {
    texts = { ...textsIn(SHARED_FOLDER, lang), ...textsIn(FOLDER, lang) };
    read.set(lang, texts);
  }
  return texts;
}

function textsIn(folder: string, lang: string): Record<string, string> {
  return JSON.parse(readFileSync(join(folder, `${lang}.json`), 'utf8'));
}

function timeFormat(locale: string, lang: string): Intl.DateTimeFormat {
  let format = timeFormats.get(locale);
  if (format === undefined) {
    format = new Intl.DateTimeFormat([locale, lang], {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'UTC',
      timeZoneName: 'short',
    });
    if (timeFormats.size >= MAX_TIME_FORMATS) timeFormats.clear();
    timeFormats.set(locale, format);
  }
  return format;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const ISOLATE = '\u2068';
const END_OF_ISOLATE = '\u2069';

/** A name in the other direction would drag the words around it along. */
function isolateAll(lang: string, values: Values): Values {
  const isolate = (value: string | number) =>
    // Mail clients would take the end of the isolate for the end of the address.
    typeof value === 'string' &&
    !value.startsWith('http') &&
    RIGHT_TO_LEFT.test(value) !== (directionOf(lang) === 'rtl')
      ? ISOLATE + value + END_OF_ISOLATE
      : value;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(value)]));
}
