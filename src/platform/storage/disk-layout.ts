import { checkKey, isKey } from './keys.ts';

/**
 * No key has these characters, so the folders are never mistaken for a part of a key, nor a file for a folder: there may
 * be both `photos/a` and `photos/a/b`.
 */
const FILE_MARK = '=';
const FOLDER_MARK = '+';
const SPREAD_CHARACTERS = 2;

/**
 * Every part of a key but the first stands in a folder named after the last characters of its name, which are random
 * in our ids: `photos/photo_01ab.jpg` is at `photos/=ab/photo_01ab.jpg`. So no folder grows into the millions.
 */
export function pathOfKey(key: string): string {
  const [first, ...rest] = checkKey(key).split('/');
  const spread = rest.flatMap((segment, i) => {
    const mark = i === rest.length - 1 ? FILE_MARK : FOLDER_MARK;
    return [mark + lastCharacters(segment), segment];
  });
  return [first, ...spread].join('/');
}

/** Undefined for a file that no key leads to. */
export function keyOfPath(path: string): string | undefined {
  const key = path
    .split('/')
    .filter((segment) => !isSpread(segment))
    .join('/');
  return isKey(key) && pathOfKey(key) === path ? key : undefined;
}

/** The part of a key that a folder at this path stands for, with a slash at its end. */
export function keyStartOfFolder(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '' && !isSpread(segment));
  return segments.map((segment) => `${segment}/`).join('');
}

function lastCharacters(segment: string): string {
  const [name = ''] = segment.split('.');
  return name.slice(-SPREAD_CHARACTERS);
}

function isSpread(segment: string): boolean {
  return segment.startsWith(FILE_MARK) || segment.startsWith(FOLDER_MARK);
}
