import { type Proof, type Proofs, proofRequired } from '../platform/http/proof-of-work.ts';
import { type RateLimiter, type RateState, rateLimited } from '../platform/http/rate-limit.ts';
import type { LiveSession } from './sessions.ts';
import type { SignInAttempt } from './sign-in.ts';
import {
  accountKey,
  type Counter,
  countFailures,
  deviceKey,
  giveBack,
  limitFailures,
  limitSuccesses,
  pairKey,
} from './throttle.ts';
import { isAppCode } from './two-factor.ts';

/** So many wrong codes after a right password are no slips of the finger any more. */
const WARN_AFTER_CODES = 10;

interface Attempt {
  /** The address of the account, or its id. */
  account: string;
  ipAddress: string;
  isKnownDevice: boolean;
}

/**
 * Slows down whoever guesses, without closing an account to its owner: a browser that signed in before has limits of its
 * own, and what strangers use up elsewhere costs other browsers a proof of work at most.
 */
export function createSignInThrottle(rateLimiter: RateLimiter, proofs: Proofs) {
  const challengeFor = (ipAddress: string, states: RateState[]) => {
    const [highest] = states.sort((a, b) => b.count / b.limit - a.count / a.limit);
    return highest && proofRequired(proofs.challenge('sign-in', ipAddress, highest));
  };

  /** Counts for the address alone: checking a proof is work for us, and the stranger chooses the account. */
  async function requireProof(ipAddress: string, proof: Proof | undefined, exceeded: RateState[]) {
    const refusal = challengeFor(ipAddress, exceeded);
    if (refusal === undefined) return false;
    if (proof === undefined) throw refusal;
    const state = await rateLimiter.take('wrongProofs', ipAddress);
    if (!state.allowed) throw rateLimited(state);
    if (!(await proofs.accepts('sign-in', ipAddress, proof))) throw refusal;
    await rateLimiter.giveBack('wrongProofs', ipAddress);
    return true;
  }

  /**
   * The limit of the account at this address is the only one that refuses. Everything is looked at before it is
   * counted: names that a stranger makes up must not fill the memory once the address has used up its limit.
   */
  async function countStranger({ account, ipAddress }: Attempt, proof: Proof | undefined) {
    const own: Counter = ['failedSignIns', pairKey(account, ipAddress)];
    const shared: Counter[] = [
      ['failedSignInsOfAddress', ipAddress],
      ['failedSignInsOfAccount', accountKey(account)],
      ['failedSignInsInTotal', ipAddress],
    ];
    const ownBefore = await rateLimiter.peek(...own);
    if (ownBefore.remaining === 0) throw rateLimited(ownBefore);
    const before = [];
    for (const counter of shared) before.push(await rateLimiter.peek(...counter));
    const usedUp = before.filter(({ remaining }) => remaining === 0);
    const isProven = await requireProof(ipAddress, proof, usedUp);

    const ownState = await rateLimiter.take(...own);
    if (!ownState.allowed) throw rateLimited(ownState);
    const states = [];
    for (const counter of shared) states.push(await rateLimiter.take(...counter));
    // Of many at once, some only see here that there are too many.
    const refusal = challengeFor(
      ipAddress,
      states.filter(({ allowed }) => !allowed),
    );
    if (refusal !== undefined && !isProven) {
      await giveBack(rateLimiter, [own, ...shared]);
      throw refusal;
    }
    const { count, limit } = states[1] ?? { count: 0, limit: 1 };
    return { counters: [own, ...shared], isUnderAttack: count === limit };
  }

  async function signInOfStranger<T>(
    attempt: Attempt,
    proof: Proof | undefined,
    work: (attempt: SignInAttempt) => Promise<T>,
  ): Promise<T> {
    const { counters, isUnderAttack } = await countStranger(attempt, proof);
    return countFailures(rateLimiter, counters, () => work({ isKnownDevice: false, isUnderAttack }));
  }

  async function signInOfKnownDevice<T>(
    { account, ipAddress }: Attempt,
    deviceToken: string,
    proof: Proof | undefined,
    work: (attempt: SignInAttempt) => Promise<T>,
  ): Promise<T> {
    const counter: Counter = ['failedSignInsOfDevice', deviceKey(account, deviceToken)];
    const state = await rateLimiter.take(...counter);
    // A device in the wrong hands is a stranger like any other.
    if (!state.allowed) return signInOfStranger({ account, ipAddress, isKnownDevice: false }, proof, work);
    return countFailures(rateLimiter, [counter], () => work({ isKnownDevice: true, isUnderAttack: false }));
  }

  return {
    signIn<T>(
      attempt: Attempt & { deviceToken: string; proof: Proof | undefined },
      work: (attempt: SignInAttempt) => Promise<T>,
    ): Promise<T> {
      const { account, ipAddress, deviceToken, proof } = attempt;
      return limitSuccesses(rateLimiter, 'signIns', pairKey(account, ipAddress), () =>
        attempt.isKnownDevice
          ? signInOfKnownDevice(attempt, deviceToken, proof, work)
          : signInOfStranger(attempt, proof, work),
      );
    },

    /** Codes of the app and recovery codes are counted apart: guessing the six digits closes no way out. */
    async secondFactor<T>(
      pending: LiveSession,
      attempt: { code: string; ipAddress: string; deviceToken: string; isKnownDevice: boolean },
      work: () => Promise<T>,
      warnOwner: () => Promise<void>,
    ): Promise<T> {
      const { userId } = pending;
      const here = pairKey(userId, attempt.ipAddress);
      if (!isAppCode(attempt.code)) return limitFailures(rateLimiter, [['wrongRecoveryCodes', here]], work);
      if (attempt.isKnownDevice) {
        const device = deviceKey(userId, attempt.deviceToken);
        return limitFailures(rateLimiter, [['wrongSecondFactorsOfDevice', device]], work);
      }
      const ofAccount: Counter = ['wrongSecondFactorsOfAccount', accountKey(userId)];
      if ((await rateLimiter.peek(...ofAccount)).count >= WARN_AFTER_CODES) await warnOwner();
      return limitFailures(rateLimiter, [['wrongSecondFactors', here], ofAccount], work);
    },
  };
}
