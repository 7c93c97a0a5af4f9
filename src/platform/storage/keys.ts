const KEY = /^[a-z0-9_-]+(\/[a-z0-9_-][a-z0-9_.-]*)+$/;
const PREFIX = /^([a-z0-9_-][a-z0-9_./-]*)?$/;
const MAX_KEY_LENGTH = 512;
/** A file name may have 255 bytes at the most on every file system in use. */
const MAX_SEGMENT_LENGTH = 200;

/** Keys are built by our own code; this is the second lock, so that no mistake there reaches a foreign file. */
export function isKey(text: string): boolean {
  return (
    text.length <= MAX_KEY_LENGTH &&
    KEY.test(text) &&
    !text.includes('..') &&
    text.split('/').every((segment) => segment.length <= MAX_SEGMENT_LENGTH)
  );
}

export function checkKey(key: string): string {
  if (!isKey(key)) throw new TypeError(`Not a storage key: ${JSON.stringify(key).slice(0, 100)}`);
  return key;
}

export function checkPrefix(prefix: string): string {
  if (PREFIX.test(prefix) && !prefix.includes('..') && prefix.length <= MAX_KEY_LENGTH) return prefix;
  throw new TypeError(`Not the beginning of a storage key: ${JSON.stringify(prefix).slice(0, 100)}`);
}
