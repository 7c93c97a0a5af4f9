/**
 * Regular expressions of a business run in its customers' browsers and here. Only those are taken that cannot take long on
 * an identifier: few repetitions, none of a group, no references back, no looking around.
 */
const REPEATED_GROUP = /\)[*+?{]/;
const FORBIDDEN = /\\[1-9kpPbB]|\(\?/;
/** Those that can match more or less: each multiplies the ways to match. `[A-Z]{2}` is none. */
const VARIABLE = /(?<!\\)[*+?]|\{\d+,\d*\}/g;
const MAX_VARIABLE = 3;
const MAX_ALTERNATIVES = 8;

export function isSafePattern(pattern: string): boolean {
  if (REPEATED_GROUP.test(pattern) || FORBIDDEN.test(pattern)) return false;
  if ((pattern.match(VARIABLE) ?? []).length > MAX_VARIABLE) return false;
  if (pattern.split('|').length > MAX_ALTERNATIVES) return false;
  try {
    new RegExp(`^(?:${pattern})$`, 'u');
    return true;
  } catch {
    return false;
  }
}
