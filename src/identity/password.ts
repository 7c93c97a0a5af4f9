import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createGate, OURSELVES, type Requester } from './hashing-gate.ts';

/** OWASP's scrypt setting that needs 32 MB: the machine may be small. */
export const PASSWORD_COST = 2 ** 15;
const BLOCK_SIZE = 8;
const PARALLELISM = 3;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** Of the process, as are the four threads that hashing shares with the files: photos must not wait for sign-ins. */
const gate = createGate({ atOnce: 2, maxWaiting: 20 });

/** `scrypt$N$r$p$salt$hash`: the parameters travel with the hash, so that they can be raised. */
export async function hashPassword(
  password: string,
  cost: number,
  requester: Requester = OURSELVES,
): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const options = { N: cost, r: BLOCK_SIZE, p: PARALLELISM };
  const hash = await gate(requester, () => derive(password, salt, HASH_BYTES, options));
  return ['scrypt', cost, BLOCK_SIZE, PARALLELISM, salt.toString('base64'), hash.toString('base64')].join(
    '$',
  );
}

export async function verifyPassword(
  password: string,
  stored: string,
  requester: Requester = OURSELVES,
): Promise<boolean> {
  const [scheme, cost, blockSize, parallelism, salt = '', hash = ''] = stored.split('$');
  const expected = Buffer.from(hash, 'base64');
  if (scheme !== 'scrypt' || expected.length === 0) return false;
  const options = { N: Number(cost), r: Number(blockSize), p: Number(parallelism) };
  const actual = await gate(requester, () =>
    derive(password, Buffer.from(salt, 'base64'), expected.length, options),
  );
  return timingSafeEqual(actual, expected);
}

function derive(
  password: string,
  salt: Buffer,
  length: number,
  { N, r, p }: { N: number; r: number; p: number },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, length, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

/** Checked when there is no account, or none with a password yet: it takes as long as a real one, and no password fits. */
export function decoyPasswordHash(cost: number): string {
  const [salt, hash] = [randomBytes(SALT_BYTES), randomBytes(HASH_BYTES)];
  return ['scrypt', cost, BLOCK_SIZE, PARALLELISM, salt.toString('base64'), hash.toString('base64')].join(
    '$',
  );
}
