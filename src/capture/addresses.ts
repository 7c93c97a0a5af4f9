import { type Random, randomText } from '../platform/random.ts';
import { decodeVisible } from '../platform/text.ts';

/** Without 0, O, 1, I, L and U, which people misread or misspell. */
const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_DIGITS = '23456789';
const CODE_LENGTH = 8;
const TOKEN_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 26 times 5 bits: more than the 128 that make guessing hopeless. */
const TOKEN_LENGTH = 26;

/** The addresses a customer gets to see. */
export interface Addresses {
  codeEntryUrl: string;
  requestUrl(token: string): string;
  permanentLinkUrl(slug: string): string;
}

export function createAddresses(publicUrl: string): Addresses {
  return {
    codeEntryUrl: `${publicUrl}/code`,
    requestUrl: (token) => `${publicUrl}/r/${token}`,
    permanentLinkUrl: (slug) => `${publicUrl}/p/${slug}`,
  };
}

export function newToken(random: Random): string {
  return randomText(random, TOKEN_ALPHABET, TOKEN_LENGTH);
}

/**
 * A photo request's code begins with a letter, a permanent link's with a digit: each kind is unique in its own table,
 * and no code can ever mean two things.
 */
export function newCode(kind: 'photo_request' | 'permanent_link', random: Random): string {
  const first = kind === 'photo_request' ? CODE_LETTERS : CODE_DIGITS;
  return randomText(random, first, 1) + randomText(random, CODE_LETTERS + CODE_DIGITS, CODE_LENGTH - 1);
}

/** How a code is shown to people. */
export function displayCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

const CODE = new RegExp(`^[${CODE_LETTERS}${CODE_DIGITS}]{${CODE_LENGTH}}$`);
const MAX_TYPED_LENGTH = 40;

/** The code that somebody typed: in any case, with or without dashes and spaces. Undefined when it cannot be one. */
export function parseCode(typed: string): string | undefined {
  if (typed.length > MAX_TYPED_LENGTH) return undefined;
  const code = typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase();
  return CODE.test(code) ? code : undefined;
}

const TOKENLIKE = /(?<![0-9a-z_])[0-9a-z]{26}(?![0-9a-z])/gi;

/** For log lines: whoever has the token of a request can send photos, wherever in the path it stands. */
export function redactTokens(path: string): string {
  const decoded = decodeVisible(path);
  return decoded.search(TOKENLIKE) === -1 ? path : decoded.replace(TOKENLIKE, '[redacted]');
}
