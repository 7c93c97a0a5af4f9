import { z } from 'zod';
import { countCharacters, isEmailAddress, isStorableText } from '../text.ts';

/** Text with bounds that a database can store. Blank text is no text. */
export function text(minimum: number, maximum: number) {
  return z
    .string()
    .superRefine((value, context) => {
      const problem = textProblem(value, minimum, maximum);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    })
    .meta({ minLength: minimum, maxLength: maximum });
}

function textProblem(value: string, minimum: number, maximum: number): string | null {
  if (!isStorableText(value)) return 'Must not contain NUL characters or lone surrogates.';
  if (minimum > 0 && value.trim() === '') return 'This field is required.';
  if (value.length > maximum && countCharacters(value) > maximum) {
    return `Must have at most ${maximum} characters.`;
  }
  if (countCharacters(value) < minimum) return `Must have at least ${minimum} characters.`;
  return null;
}

/**
 * One of these today, and one more some day: the OpenAPI document describes the values instead of listing them as an
 * enum, so that generated clients do not refuse a new one.
 */
export function openEnum<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values).meta({ 'x-extensible-enum': [...values] });
}

export function integer(minimum: number, maximum: number) {
  const message = `Must be an integer from ${minimum} to ${maximum}.`;
  return z
    .number({ error: message })
    .int({ error: message })
    .min(minimum, { error: message })
    .max(maximum, { error: message });
}

/** A list whose length is checked before its entries: a body full of wrong entries costs one message, not thousands. */
export function list<T extends z.ZodType>(entry: T, maximum: number) {
  return z.preprocess((value, context) => {
    if (!Array.isArray(value) || value.length <= maximum) return value;
    context.issues.push({ code: 'custom', message: `Must have at most ${maximum} items.`, input: value });
    return z.NEVER;
  }, z.array(entry).max(maximum));
}

const METADATA_PAIRS = 20;

/** Up to 20 pairs of strings that the client chooses and gets back unchanged. */
export const metadata = z.preprocess(
  (value, context) => {
    if (typeof value !== 'object' || value === null || Object.keys(value).length <= METADATA_PAIRS)
      return value;
    context.issues.push({
      code: 'custom',
      message: `Must have at most ${METADATA_PAIRS} key-value pairs.`,
      input: value,
    });
    return z.NEVER;
  },
  z.record(text(1, 100), text(0, 500)).meta({ maxProperties: METADATA_PAIRS }),
);

export const emailAddress = z
  .string()
  .refine(isEmailAddress, { error: 'Must be an email address.' })
  .meta({ format: 'email', maxLength: 254 });

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Later years need more than four digits, and a zone can push the last hour of this one into them. */
const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A point in time with its zone; becomes milliseconds. */
export const time = z
  .string()
  .transform((value, context) => {
    const milliseconds = ISO_TIME.test(value) ? Date.parse(value) : Number.NaN;
    if (milliseconds <= LAST_TIME && isRealDate(value)) return milliseconds;
    context.issues.push({
      code: 'custom',
      message: 'Must be an ISO 8601 timestamp, such as 2026-01-31T12:00:00Z.',
      input: value,
    });
    return z.NEVER;
  })
  .meta({ format: 'date-time', type: 'string' });

/** Date.parse rolls 30 February over to March; no one meant that. */
function isRealDate(value: string): boolean {
  const date = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === value.slice(0, 10);
}

/** Wire timestamps on the way out. */
export const wireTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)
  .meta({ format: 'date-time', examples: ['2026-01-31T12:00:00Z'] });
