import { hash } from 'node:crypto';
import { type ErrorCode, ServiceError } from '../platform/errors.ts';
import { type RateLimiter, rateLimited, type Throttle } from '../platform/http/rate-limit.ts';
import { networkOf } from '../platform/ip-address.ts';

/** What is counted, and for whom. */
export type Counter = readonly [throttle: Throttle, key: string];

/** What is counted for an account, with a name that tells no one which one it is. */
export function accountKey(account: string): string {
  return `account:${hash('sha256', account.trim().toLowerCase(), 'hex')}`;
}

/** What is counted for an account at one address: strangers elsewhere have no part in it. */
export function pairKey(account: string, address: string): string {
  return `${accountKey(account)} ${networkOf(address)}`;
}

/** What is counted for an account in one browser. */
export function deviceKey(account: string, deviceToken: string): string {
  return `${accountKey(account)} device:${hash('sha256', deviceToken, 'hex')}`;
}

export async function applyThrottle(
  rateLimiter: RateLimiter,
  which: Throttle,
  keys: string[],
): Promise<void> {
  for (const key of keys) {
    const state = await rateLimiter.take(which, key);
    if (!state.allowed) throw rateLimited(state);
  }
}

export async function giveBack(rateLimiter: RateLimiter, counters: readonly Counter[]): Promise<void> {
  for (const [which, key] of counters) await rateLimiter.giveBack(which, key);
}

/**
 * Counts before the work, so that many at once are counted too, and takes it back unless it fails for the reason that
 * guesses fail for.
 */
export async function limitFailures<T>(
  rateLimiter: RateLimiter,
  counters: readonly Counter[],
  work: () => Promise<T>,
  wrongGuess: ErrorCode = 'sign_in_failed',
): Promise<T> {
  const taken: Counter[] = [];
  for (const counter of counters) {
    const state = await rateLimiter.take(...counter);
    if (!state.allowed) {
      await giveBack(rateLimiter, taken);
      throw rateLimited(state);
    }
    taken.push(counter);
  }
  return countFailures(rateLimiter, taken, work, wrongGuess);
}

/** Takes back what was counted for the work, unless it fails for the reason that guesses fail for. */
export async function countFailures<T>(
  rateLimiter: RateLimiter,
  counters: readonly Counter[],
  work: () => Promise<T>,
  wrongGuess: ErrorCode = 'sign_in_failed',
): Promise<T> {
  try {
    const result = await work();
    await giveBack(rateLimiter, counters);
    return result;
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === wrongGuess)) await giveBack(rateLimiter, counters);
    throw error;
  }
}

/** Counts what succeeds alone: no one else's failures use it up. */
export async function limitSuccesses<T>(
  rateLimiter: RateLimiter,
  which: Throttle,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const state = await rateLimiter.peek(which, key);
  if (state.remaining === 0) throw rateLimited(state);
  const result = await work();
  await rateLimiter.take(which, key);
  return result;
}
