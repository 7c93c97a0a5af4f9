import type { MailTextRow } from '../platform/db/tables.ts';
import {
  byField,
  faultsOfMailTexts,
  type MailTexts,
  type Placeholder,
  placeholdersIn,
} from '../shared/mail-texts.ts';
import { type CustomerMailKind, originalTexts } from './customer-mails.ts';
import type { Wording } from './wording.ts';

/** null: nothing is known that could stand there. */
export type PlaceholderValues = Record<Placeholder, string | null>;

/** What an email says, with everything filled in. */
export interface SpokenTexts {
  subject: string;
  /** Before the text; empty: none. */
  greeting: string;
  /** Each with its lines. */
  paragraphs: string[];
  button: string;
}

/** The workspace's words where it has some, and the product's where not. */
export function effectiveTexts(
  kind: CustomerMailKind,
  lang: string,
  own: Partial<Record<keyof MailTexts, string | null>> | undefined,
): MailTexts {
  const original = originalTexts(kind, lang);
  const texts = byField((field) => own?.[field] ?? original[field]);
  // Another release may have allowed what this one does not: the customer still gets an email that reads well.
  return Object.keys(faultsOfMailTexts(texts)).length === 0 ? texts : original;
}

/** As it is stored: only what is not the original, which may be improved later. null: nothing is. */
export function storedTexts(
  kind: CustomerMailKind,
  lang: string,
  texts: MailTexts,
): Pick<MailTextRow, keyof MailTexts> | null {
  const original = originalTexts(kind, lang);
  const stored = byField((field) => (texts[field] === original[field] ? null : texts[field]));
  return Object.values(stored).every((text) => text === null) ? null : stored;
}

/**
 * What is not known of a customer leaves no hole: a subject goes back to the original, a greeting greets without the name,
 * and a sentence of the text is left out with its line.
 */
export function speak(
  texts: MailTexts,
  original: MailTexts,
  wording: Pick<Wording, 'fill' | 'say'>,
  values: PlaceholderValues,
): SpokenTexts {
  const isKnown = (text: string) =>
    placeholdersIn(text).every((name) => (values[name as Placeholder] ?? null) !== null);
  const fill = (text: string) => wording.fill(text, withoutNulls(values));
  const text = knownLines(texts.text, isKnown);
  return {
    subject: fill(isKnown(texts.subject) ? texts.subject : original.subject),
    greeting: isKnown(texts.greeting) ? fill(texts.greeting) : wording.say('greeting'),
    paragraphs: (text === '' && texts.text !== '' ? original.text : text)
      .split('\n\n')
      .map(fill)
      .filter((paragraph) => paragraph !== ''),
    button: fill(isKnown(texts.button) ? texts.button : original.button),
  };
}

function knownLines(text: string, isKnown: (line: string) => boolean): string {
  return text
    .split('\n')
    .filter(isKnown)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function withoutNulls(values: PlaceholderValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}
