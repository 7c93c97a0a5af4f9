import { hash } from 'node:crypto';
import { ServiceError } from '../platform/errors.ts';
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
 * Counts before the work, so that many at once are counted too, and takes it back when the work succeeds, or was put off
 * without looking at what was given.
 */
export async function brakeFailures<T>(
  rateLimiter: RateLimiter,
  which: Brake,
  keys: string[],
  work: () => Promise<T>,
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
    if (error instanceof ServiceError && error.code === 'rate_limited') await giveBack();
    throw error;
  }
}
