import { hash } from 'node:crypto';
import { type ErrorCode, ServiceError } from '../platform/errors.ts';
import { type Brake, type RateLimiter, rateLimited } from '../platform/http/rate-limit.ts';

/** What is counted for an account, with a name that tells nobody which one it is. */
export function accountKey(account: string): string {
  return `account:${hash('sha256', account.trim().toLowerCase(), 'hex')}`;
}

export async function brake(rateLimiter: RateLimiter, which: Brake, keys: string[]): Promise<void> {
  for (const key of keys) {
    const state = await rateLimiter.take(which, key);
    if (!state.allowed) throw rateLimited(state);
  }
}

/**
 * Counts before the work, so that many at once are counted too, and takes it back unless it fails for the reason that
 * guesses fail for.
 */
export async function brakeFailures<T>(
  rateLimiter: RateLimiter,
  which: Brake,
  keys: string[],
  work: () => Promise<T>,
  wrongGuess: ErrorCode = 'sign_in_failed',
): Promise<T> {
  await brake(rateLimiter, which, keys);
  const giveBack = async () => {
    for (const key of keys) await rateLimiter.giveBack(which, key);
  };
  try {
    const result = await work();
    await giveBack();
    return result;
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === wrongGuess)) await giveBack();
    throw error;
  }
}

/** Counts what succeeds alone: nobody else's failures use it up. */
export async function limitSuccesses<T>(
  rateLimiter: RateLimiter,
  which: Brake,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const state = await rateLimiter.peek(which, key);
  if (state.remaining === 0) throw rateLimited(state);
  const result = await work();
  await rateLimiter.take(which, key);
  return result;
}
