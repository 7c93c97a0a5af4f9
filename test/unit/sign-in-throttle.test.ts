import { expect, it, vi } from 'vitest';
import type { LiveSession } from '../../src/identity/sessions.ts';
import { createSignInThrottle } from '../../src/identity/sign-in-throttle.ts';
import { ServiceError } from '../../src/platform/errors.ts';
import { createChallenges, createProofs } from '../../src/platform/http/proof-of-work.ts';
import { openRateLimiter } from '../../src/platform/http/rate-limit.ts';
import { createMemoryWindow } from '../../src/platform/http/rate-windows.ts';
import { createLog } from '../../src/platform/log.ts';
import { pooledRandom } from '../../src/platform/random.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { createTestClock } from '../helpers/app/test-clock.ts';

const ADDRESS = '198.51.100.7';

/** A throttle, and every key that anything was counted under. */
async function createTestThrottle() {
  const { now: clock } = createTestClock();
  const rateLimiter = await openRateLimiter({
    redisUrl: undefined,
    log: createLog('silent'),
    clock,
    monotonic: clock,
  });
  const touched = new Set<string>();
  const watched = {
    ...rateLimiter,
    take: (...[throttle, key, limit]: Parameters<typeof rateLimiter.take>) => {
      touched.add(`${throttle} ${key}`);
      return rateLimiter.take(throttle, key, limit);
    },
  };
  const secrets = createSecrets('a key of a test, long enough for one');
  const challenges = createChallenges({ secrets, random: pooledRandom(), clock });
  const throttle = createSignInThrottle(watched, createProofs(challenges, watched));
  const guess = async (account: string, answer?: string) => {
    const { challenge } = challenges.issue('sign-in', ADDRESS, 30);
    const attempt = {
      account,
      ipAddress: ADDRESS,
      isKnownDevice: false,
      deviceToken: '',
      proof: answer === undefined ? undefined : { challenge, answer },
    };
    const outcome = throttle.signIn(attempt, async () => {
      throw new ServiceError('sign_in_failed', 'Incorrect email or password.');
    });
    return outcome.catch((error: ServiceError) => error.code);
  };
  return { touched, guess, throttle };
}

it('should not count under further made-up accounts once an address has used up its failed sign-ins', async () => {
  const { touched, guess } = await createTestThrottle();
  for (let number = 0; number < 30; number++)
    expect(await guess(`${number}@example.com`)).toBe('sign_in_failed');
  const keys = touched.size;

  for (let number = 30; number < 1_000; number++)
    expect(await guess(`${number}@example.com`)).toBe('proof_required');
  expect(touched.size).toBe(keys);
});

it('should count wrong proofs for their address alone, and refuse to check too many of them', async () => {
  const { touched, guess } = await createTestThrottle();
  for (let number = 0; number < 30; number++) await guess(`${number}@example.com`);
  const keys = touched.size;

  for (let number = 0; number < 60; number++) {
    expect(await guess(`wrong-${number}@example.com`, '1')).toBe('proof_required');
  }
  expect(await guess('wrong@example.com', '1')).toBe('rate_limited');
  expect(touched.size).toBe(keys + 1);
});

it('should warn the owner of wrong codes also when many arrive at once', async () => {
  const { throttle } = await createTestThrottle();
  const pending = { userId: 'usr_1', email: 'owner@example.com' } as LiveSession;
  const warnOwner = vi.fn(async () => {});
  const enterWrongCode = (number: number) => {
    const attempt = {
      code: '000000',
      ipAddress: `198.51.100.${number}`,
      deviceToken: '',
      isKnownDevice: false,
    };
    const work = async () => {
      throw new ServiceError('sign_in_failed', 'Incorrect code.');
    };
    return throttle.secondFactor(pending, attempt, work, warnOwner).catch(() => {});
  };
  await Promise.all(Array.from({ length: 12 }, (_, number) => enterWrongCode(number)));
  await enterWrongCode(12);
  expect(warnOwner).toHaveBeenCalled();
});

it('should keep nothing of a key whose counts were all given back', () => {
  const { now, advance } = createTestClock();
  const window = createMemoryWindow(60, now);
  window.take('a');
  window.giveBack('a');
  advance(30_000);
  // A new window, not the rest of the old one.
  expect(window.peek('a')).toEqual({ count: 0, msLeft: 60_000 });
  expect(window.take('a')).toEqual({ count: 1, msLeft: 60_000 });
});
