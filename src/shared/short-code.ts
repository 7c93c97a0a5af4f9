/**
 * The short code that a customer can type instead of opening a link. Imports nothing: server, pages, benchmarks and tests
 * all use this file.
 */

/** Without I, L, O and U, which people misread or misspell; for the same reason there is no 0 and no 1. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ';
const DIGITS = '23456789';
const GROUP_LENGTH = 4;
export const CODE_LENGTH = 2 * GROUP_LENGTH;

/** Every character that may stand in a code. */
export const CODE_ALPHABET = DIGITS + LETTERS;

/** A code within a longer text, as part of a regular expression. */
export const CODE_PATTERN = `[${CODE_ALPHABET}]{${CODE_LENGTH}}`;

const CODE = new RegExp(`^${CODE_PATTERN}$`);
const MAX_TYPED_LENGTH = 5 * CODE_LENGTH;

/** What a form accepts before the script or the server looks closer, as the `pattern` of an input. */
export const TYPED_CODE_PATTERN = `\\s*(?:[A-Za-z0-9][\\s\\-]*){${CODE_LENGTH}}`;
export const EXAMPLE_CODE = displayCode((LETTERS.slice(0, GROUP_LENGTH) + DIGITS).slice(0, CODE_LENGTH));

/** What documents and previews show as a code. */
export const SAMPLE_CODE = 'K7MWQ2RX'.repeat(CODE_LENGTH).slice(0, CODE_LENGTH);

/**
 * A photo request's code begins with a letter, a permanent link's with a digit: each kind is unique in its own table,
 * and no code can ever mean two things.
 */
export function newCode(
  kind: 'photo_request' | 'permanent_link',
  randomText: (alphabet: string, length: number) => string,
): string {
  const first = kind === 'photo_request' ? LETTERS : DIGITS;
  return randomText(first, 1) + randomText(LETTERS + DIGITS, CODE_LENGTH - 1);
}

/** How a code is shown to people. */
export function displayCode(code: string): string {
  return `${code.slice(0, GROUP_LENGTH)}-${code.slice(GROUP_LENGTH)}`;
}

/** What an input shows while someone types: capital letters, and the dash as soon as the first group is complete. */
export function formatTypedCode(typed: string): string {
  const characters = typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, CODE_LENGTH);
  return characters.length < GROUP_LENGTH ? characters : displayCode(characters);
}

/** The code that someone typed: in any case, with or without dashes and spaces. Undefined when it cannot be one. */
export function parseCode(typed: string): string | undefined {
  if (typed.length > MAX_TYPED_LENGTH) return undefined;
  const code = typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase();
  return CODE.test(code) ? code : undefined;
}
