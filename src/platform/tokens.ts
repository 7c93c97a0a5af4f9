import { hash } from 'node:crypto';
import { type Random, randomText } from './random.ts';
import { decodeVisible } from './text.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 26 times 5 bits: more than the 128 that make guessing hopeless. */
const LENGTH = 26;

/** A secret in an address: of a photo request, a confirmation link or a session. */
export function newToken(random: Random): string {
  return randomText(random, ALPHABET, LENGTH);
}

/** What is stored of a token that only its bearer knows. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

const TOKEN_IN_PATH = new RegExp(`(?<![0-9a-z_])[0-9a-z]{${LENGTH}}(?![0-9a-z])`, 'gi');

/** For log lines: whoever has the token of a request can send photos, wherever in the path it stands. */
export function redactTokens(path: string): string {
  const decoded = decodeVisible(path);
  return decoded.search(TOKEN_IN_PATH) === -1 ? path : decoded.replace(TOKEN_IN_PATH, '[redacted]');
}
