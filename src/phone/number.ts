import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import { z } from 'zod';

const MAX_LENGTH = 40;
/** Whoever has such a number earns by each message to it. */
const COSTLY = ['PREMIUM_RATE', 'SHARED_COST', 'PAGER', 'UAN', 'VOICEMAIL'];

let known: MetadataJson | undefined;

/** More than a megabyte in memory: read with the first number, since most installations never see one. */
function numberingPlans(): MetadataJson {
  if (known === undefined) {
    const file = createRequire(import.meta.url).resolve('libphonenumber-js/metadata.max.json');
    known = JSON.parse(readFileSync(file, 'utf8')) as MetadataJson;
  }
  return known;
}

/** In E.164; undefined when it is no number with its country that a message can be sent to. */
export function normalizedNumber(text: string): string | undefined {
  if (text.length > MAX_LENGTH || !text.trimStart().startsWith('+')) return undefined;
  const number = parsePhoneNumberFromString(text, { extract: false }, numberingPlans());
  if (number === undefined || !number.isValid() || number.ext !== undefined) return undefined;
  return COSTLY.includes(number.getType() ?? '') ? undefined : number.number;
}

/** A phone number of a body, which becomes E.164. */
export const phoneNumber = z
  .string()
  .transform((value, context) => {
    const number = normalizedNumber(value);
    if (number !== undefined) return number;
    context.issues.push({
      code: 'custom',
      message: 'Must be a phone number with its country code, such as +14155550123.',
      input: value,
    });
    return z.NEVER;
  })
  .meta({ type: 'string', maxLength: MAX_LENGTH, examples: ['+14155550123'] });
