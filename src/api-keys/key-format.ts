import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Environment } from '../platform/db/tables.ts';
import { type Random, randomText } from '../platform/random.ts';
import { decodeVisible } from '../platform/text.ts';

// Spec 5.2: <key_prefix><environment>_<random_string>. The random string is 26 random base-62 characters and their
// CRC-32 in six more: secret scanners recognize a leaked key, and a typo costs no database read.
const KEY_PREFIX = 'shp_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 26;
const CHECKSUM_CHARACTERS = 6;

const KEY = /^shp_(live|test)_[0-9A-Za-z]{32}$/;
const KEY_ANYWHERE = /shp_(?:live|test)_[0-9A-Za-z]{32}/;
/** Wider than a key: a mistyped or cut one is nearly as secret. */
const KEYLIKE_ANYWHERE = /shp_(?:live|test)_[0-9A-Za-z]+/g;

export function generateKey(environment: Environment, random: Random): string {
  const body = `${KEY_PREFIX}${environment}_${randomText(random, BASE62, RANDOM_CHARACTERS)}`;
  return body + checksum(body);
}

export function isWellFormedKey(text: string): boolean {
  return KEY.test(text) && checksum(text.slice(0, -CHECKSUM_CHARACTERS)) === text.slice(-CHECKSUM_CHARACTERS);
}

/** What is stored and looked up. A key has 154 random bits, so a fast hash without salt is enough. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

const MAX_REMEMBERED_HASHES = 1_000;

/**
 * The hash of a well-formed key, undefined for anything else. Checking and hashing take an eighth of a call's time, so
 * the latest results are remembered. Whether a key works is another question, asked of the database at every call.
 */
export function createKeyHasher(): (text: string) => string | undefined {
  const remembered = new Map<string, string>();
  return (text) => {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    if (!isWellFormedKey(text)) return undefined;
    const hashed = hashKey(text);
    if (remembered.size >= MAX_REMEMBERED_HASHES) remembered.clear();
    remembered.set(text, hashed);
    return hashed;
  };
}

export function maskKey(environment: Environment, lastFour: string): string {
  return `${KEY_PREFIX}${environment}_…${lastFour}`;
}

/** Also when it is percent-encoded, as it may be in an address. */
export function containsKey(text: string): boolean {
  return KEY_ANYWHERE.test(decodeVisible(text));
}

/** For log lines: no one's key is ever written down, wherever a client put it. */
export function redactKeys(text: string): string {
  const decoded = decodeVisible(text);
  return decoded.includes(KEY_PREFIX) ? decoded.replace(KEYLIKE_ANYWHERE, 'shp_[redacted]') : text;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let characters = '';
  for (let i = 0; i < CHECKSUM_CHARACTERS; i++) {
    characters = BASE62[rest % 62] + characters;
    rest = Math.floor(rest / 62);
  }
  return characters;
}
