/** What a person counts: an emoji is one character, not two. JSON Schema's maxLength counts the same way. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

export function cutToCharacters(text: string, most: number): string {
  return text.length <= most ? text : Array.from(text).slice(0, most).join('');
}

const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;

/** The shape HTML's email field accepts, with a dot in the domain. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text);
}

/** PostgreSQL refuses NUL, and a lone surrogate would be stored as something else than was sent. */
export function isStorableText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

const MAX_ENCODING_ROUNDS = 3;

/** Decodes the printable characters that a secret could hide behind, and never fails on the rest. */
export function decodeVisible(text: string): string {
  if (!text.includes('%')) return text;
  let decoded = text;
  for (let round = 0; round < MAX_ENCODING_ROUNDS && decoded.includes('%'); round++) {
    decoded = decoded.replace(/%([2-7][0-9a-f])/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  return decoded;
}
