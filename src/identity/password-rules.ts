import { validationError } from '../platform/errors.ts';
import { countCharacters, isStorableText } from '../platform/text.ts';
import { MIN_PASSWORD_LENGTH } from '../shared/password-length.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

export const MAX_PASSWORD_LENGTH = 200;
const MIN_DIFFERENT = 5;
const MIN_PATTERN_REPEATS = 2;

/** Each is walked in both directions, from any key on. */
const ROWS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgbyhnujmikolp',
];
const WALKS = ROWS.flatMap((row) => [row, Array.from(row).reverse().join('')]);
const MIN_WALK = 4;

const LOOKS_LIKE: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
};

const TOO_COMMON = 'Too easy to guess. Try several unrelated words.';

/** Throws what is wrong with a password that someone chooses for the account with this address. */
export function checkNewPassword(password: string, email: string, field = 'password'): void {
  const problem = passwordProblem(password, email);
  if (problem !== null) throw validationError({ [field]: [problem] });
}

export function passwordProblem(password: string, email: string): string | null {
  const characters = countCharacters(password);
  if (characters < MIN_PASSWORD_LENGTH) return `Must have at least ${MIN_PASSWORD_LENGTH} characters.`;
  if (characters > MAX_PASSWORD_LENGTH) return `Must have at most ${MAX_PASSWORD_LENGTH} characters.`;
  if (!isStorableText(password)) return 'Must not contain NUL characters or lone surrogates.';
  if (isOfEmail(password, email)) return 'Must not be your email address.';
  return isGuessable(password) ? TOO_COMMON : null;
}

function isOfEmail(password: string, email: string): boolean {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const bare = lettersAndDigits(password);
  const host = domain.split('.')[0] ?? '';
  return [email, local, local + local, local + host, domain].some((part) => {
    const known = lettersAndDigits(part);
    return known.length > 3 && (bare === known || withoutTail(bare) === known);
  });
}

function isGuessable(password: string): boolean {
  const bare = lettersAndDigits(password);
  if (new Set(bare).size < MIN_DIFFERENT) return !hasOtherScripts(password);
  const core = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const forms = [bare, withoutTail(bare), asLetters(password), asLetters(core)];
  return (
    isRepeated(bare) ||
    isWalk(bare) ||
    forms.some((form) => COMMON_PASSWORDS.has(form) || COMMON_PASSWORDS.has(unrepeated(form)))
  );
}

/** In scripts that are not Latin, few different letters say more. */
function hasOtherScripts(password: string): boolean {
  return (
    /[^\p{Script=Latin}\p{N}\p{P}\p{S}\p{Z}\p{C}]/u.test(password) && new Set(password).size >= MIN_DIFFERENT
  );
}

function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Without the year or the count that people hang on, in front or behind. */
function withoutTail(text: string): string {
  return text.replace(/^\d+|\d+$/g, '');
}

function asLetters(text: string): string {
  const letters = Array.from(text.toLowerCase(), (character) => LOOKS_LIKE[character] ?? character).join('');
  return letters.replace(/[^\p{L}]/gu, '');
}

/** The part that the whole text consists of, over and over. */
function unrepeated(text: string): string {
  for (let length = 1; length <= text.length / MIN_PATTERN_REPEATS; length++) {
    if (text.length % length === 0 && text === text.slice(0, length).repeat(text.length / length)) {
      return text.slice(0, length);
    }
  }
  return text;
}

/** `abcabcabcabc`: short parts say nothing however often they come. */
function isRepeated(text: string): boolean {
  return unrepeated(text).length <= 6 && text.length >= MIN_PASSWORD_LENGTH;
}

/** Nothing but runs over the keyboard or the alphabet, one after the other. */
function isWalk(text: string): boolean {
  let rest = text;
  while (rest.length > 0) {
    const length = walkLength(rest);
    if (length < Math.min(MIN_WALK, rest.length)) return false;
    rest = rest.slice(length);
  }
  return true;
}

function walkLength(text: string): number {
  let longest = 0;
  for (const walk of WALKS) {
    while (longest < text.length && walk.includes(text.slice(0, longest + 1))) longest += 1;
  }
  return longest;
}
