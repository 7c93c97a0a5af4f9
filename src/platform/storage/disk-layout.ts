import { checkKey, isKey } from './keys.ts';

/** No key has this character, so these folders are never mistaken for a part of a key. */
const SPREAD_MARK = '=';
const SPREAD_CHARACTERS = 2;

/**
 * Every part of a key but the first stands in a folder named after the last characters of its name, which are random
 * in our ids: `photos/photo_01ab.jpg` is at `photos/=ab/photo_01ab.jpg`. So no folder grows into the millions.
 */
export function pathOfKey(key: string): string {
  const [first, ...rest] = checkKey(key).split('/');
  return [first, ...rest.flatMap((segment) => [spreadFolder(segment), segment])].join('/');
}

/** Undefined for a file that no key leads to. */
export function keyOfPath(path: string): string | undefined {
  const segments = path.split('/').filter((segment) => !segment.startsWith(SPREAD_MARK));
  const key = segments.join('/');
  return isKey(key) && pathOfKey(key) === path ? key : undefined;
}

/** The part of a key that a folder at this path stands for, with a slash at its end. */
export function keyStartOfFolder(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.startsWith(SPREAD_MARK));
  return segments.map((segment) => `${segment}/`).join('');
}

function spreadFolder(segment: string): string {
  const [name = ''] = segment.split('.');
  return SPREAD_MARK + name.slice(-SPREAD_CHARACTERS);
}
