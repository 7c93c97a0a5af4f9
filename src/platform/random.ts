import { randomFillSync } from 'node:crypto';

/** Returns that many unpredictable bytes. The caller must not keep the buffer. */
export type Random = (bytes: number) => Uint8Array;

const POOL_BYTES = 8192;

/** Reads from a pool: one system call serves hundreds of ids. */
export function pooledRandom(): Random {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  return (bytes) => {
    if (used + bytes > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    const slice = pool.subarray(used, used + bytes);
    used += bytes;
    return slice;
  };
}

/** Draws characters of an alphabet without bias: bytes past the last whole multiple are thrown away. */
export function randomText(random: Random, alphabet: string, length: number): string {
  const fair = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of random(length - text.length)) {
      if (byte < fair) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

/** The same for callers that know nothing of where randomness comes from. */
export function randomTextOf(random: Random): (alphabet: string, length: number) => string {
  return (alphabet, length) => randomText(random, alphabet, length);
}

/** At least 0, less than 1. */
export function randomFraction(random: Random): number {
  const [high = 0, low = 0] = random(2);
  return (high * 256 + low) / 65_536;
}
