import { describe, expect, it } from 'vitest';
import { createChallenges, createProofs } from '../../src/platform/http/proof-of-work.ts';
import { openRateLimiter, type RateState } from '../../src/platform/http/rate-limit.ts';
import { createLog } from '../../src/platform/log.ts';
import { pooledRandom } from '../../src/platform/random.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { solveChallenge } from '../../web/proof-of-work.ts';

const HOME = '2001:db8:1:2::7';
let now = 1_000_000;
const clock = () => now;

async function createTestProofs(secretKey = 'a key of a test, long enough for one') {
  const rateLimiter = await openRateLimiter({
    redisUrl: undefined,
    log: createLog('silent'),
    clock,
    monotonic: clock,
  });
  const challenges = createChallenges({ secrets: createSecrets(secretKey), random: pooledRandom(), clock });
  return createProofs(challenges, rateLimiter);
}

const unusual = (count: number) => ({ count, limit: 3_000 }) as RateState;

describe('a proof of work', () => {
  it('should become harder with every doubling of failed attempts, up to eight times', async () => {
    const proofs = await createTestProofs();
    const bits = [3_001, 5_999, 6_000, 12_000, 24_000, 1_000_000].map(
      (count) => proofs.challenge('code', HOME, unusual(count)).bits,
    );
    expect(bits).toEqual([9, 9, 10, 11, 12, 12]);
  });

  it('should be accepted from the whole network, for its purpose alone, by whoever has the same key', async () => {
    const [proofs, others] = [
      await createTestProofs(),
      await createTestProofs('another key, just as long as it'),
    ];
    const { challenge, bits } = proofs.challenge('code', HOME, unusual(3_001));
    const proof = { challenge, answer: await solveChallenge(challenge, bits) };
    expect(await others.accepts('code', HOME, proof)).toBe(false);
    expect(await proofs.accepts('sign-in', HOME, proof)).toBe(false);
    expect(await proofs.accepts('code', '2001:db8:1:2::8', proof)).toBe(true);
    expect(await proofs.accepts('code', HOME, proof)).toBe(false);
  });

  it('should be accepted for five minutes', async () => {
    const challenges = createChallenges({
      secrets: createSecrets('a key of a test, long enough for one'),
      random: pooledRandom(),
      clock,
    });
    const { challenge } = challenges.issue('code', HOME, 1);
    now += 5 * 60_000 - 1;
    expect(challenges.read('code', HOME, challenge)).toMatchObject({ bits: 1 });
    now += 1;
    expect(challenges.read('code', HOME, challenge)).toBeUndefined();
  });

  it('should be accepted by a node whose clock is up to half a minute behind', async () => {
    const secrets = createSecrets('a key of a test, long enough for one');
    const nodeWithClock = (ahead: number) =>
      createChallenges({ secrets, random: pooledRandom(), clock: () => now + ahead });
    const { challenge } = nodeWithClock(30_000).issue('code', HOME, 1);
    expect(nodeWithClock(0).read('code', HOME, challenge)).toMatchObject({ bits: 1 });
    expect(nodeWithClock(-1).read('code', HOME, challenge)).toBeUndefined();
  });

  it('should be replaced by waiting, however many networks elsewhere have done so', async () => {
    const proofs = await createTestProofs();
    const networks = Array.from({ length: 101 }, (_, number) => `2001:db8:2:${number}::1`);
    const waiting = [...networks.flatMap((network) => Array(5).fill(network)), HOME].map(
      (address: string) => ({ address, ...proofs.challenge('code', address, unusual(3_001)) }),
    );
    now += 30_000;
    const accepted = [];
    for (const { address, challenge } of waiting) {
      accepted.push(await proofs.accepts('code', address, { challenge }));
    }
    expect(accepted).not.toContain(false);
  });

  it('should not be made easier by changing the challenge', async () => {
    const proofs = await createTestProofs();
    const { challenge } = proofs.challenge('code', HOME, unusual(3_001));
    const easier = challenge.replace(/\.9\./, '.1.');
    expect(
      await proofs.accepts('code', HOME, { challenge: easier, answer: await solveChallenge(easier, 1) }),
    ).toBe(false);
  });
});
