import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import type { Clock } from '../clock.ts';
import { ServiceError } from '../errors.ts';
import { networkOf } from '../ip-address.ts';
import type { Random } from '../random.ts';
import type { Secrets } from '../secrets.ts';
import type { RateLimiter, RateState } from './rate-limit.ts';

/** What a challenge is good for. One for codes opens no sign-in. */
export type ProofPurpose = 'code' | 'sign-in';

export interface Challenge {
  challenge: string;
  /** How many zero bits the hash has to begin with. */
  bits: number;
  /** Whoever cannot compute gets through by waiting this long. */
  waitSeconds: number;
}

/** A challenge with the number that solves it, or without one after the wait. */
export interface Proof {
  challenge: string;
  answer?: string | undefined;
}

export type Challenges = ReturnType<typeof createChallenges>;
export type Proofs = ReturnType<typeof createProofs>;

/** PBKDF2 and not a bare hash: the browser computes it natively, so that a program of an attacker is hardly faster. */
export const PROOF_ITERATIONS = 2_000;
/** About 500 tries: half a second to two on a cheap phone. */
const MIN_BITS = 9;
/** Eight times that. */
const MAX_BITS = 12;
const HASH_BYTES = 4;
const LIFETIME_MS = 5 * 60_000;
/** The clock of the node that issued it may be ahead of this one's. */
const CLOCK_SKEW_MS = 30_000;
const WAIT_SECONDS = 30;
const ID_BYTES = 16;

const derive = promisify(pbkdf2);
const FORM = /^(\d{1,15})\.(\d{1,2})\.([\w-]{22})\.([\w-]{22})$/;
const ANSWER = /^\d{1,9}$/;

/** Signed and not stored: whoever asks for many costs nothing. */
export function createChallenges(deps: { secrets: Secrets; random: Random; clock: Clock }) {
  const { secrets, random, clock } = deps;
  const signed = (purpose: ProofPurpose, address: string, fields: string) =>
    `${purpose} ${networkOf(address)} ${fields}`;

  return {
    issue(purpose: ProofPurpose, address: string, bits: number): Challenge {
      const id = Buffer.from(random(ID_BYTES)).toString('base64url');
      const fields = `${clock()}.${bits}.${id}`;
      const signature = secrets.sign('proof-of-work', signed(purpose, address, fields));
      return { challenge: `${fields}.${signature}`, bits, waitSeconds: WAIT_SECONDS };
    },

    /** Undefined for one that is not ours, is for something or someone else, or has expired. */
    read(purpose: ProofPurpose, address: string, challenge: string) {
      const [, issuedAt = '', bits = '', id = '', signature = ''] = FORM.exec(challenge) ?? [];
      if (signature === '') return undefined;
      const text = signed(purpose, address, `${issuedAt}.${bits}.${id}`);
      if (!secrets.verify('proof-of-work', text, signature)) return undefined;
      const ageMs = clock() - Number(issuedAt);
      return ageMs >= -CLOCK_SKEW_MS && ageMs < LIFETIME_MS ? { id, bits: Number(bits), ageMs } : undefined;
    },
  };
}

/** Slows attempts down when there are unusually many, where a limit would shut everyone out. */
export function createProofs(challenges: Challenges, rateLimiter: RateLimiter) {
  /** Of several at once, one. */
  const isFirstUse = async (id: string) => (await rateLimiter.take('usedProofs', `proof:${id}`)).allowed;

  return {
    /** The work doubles whenever the count over the limit doubles. */
    challenge(purpose: ProofPurpose, address: string, { count, limit }: RateState): Challenge {
      const bits = MIN_BITS + Math.floor(Math.log2(Math.max(1, count / limit)));
      return challenges.issue(purpose, address, Math.min(bits, MAX_BITS));
    },

    async accepts(purpose: ProofPurpose, address: string, { challenge, answer }: Proof): Promise<boolean> {
      const known = challenges.read(purpose, address, challenge);
      if (known === undefined) return false;
      if (answer === undefined) {
        if (known.ageMs < WAIT_SECONDS * 1000) return false;
        if (!(await rateLimiter.take('delaysInsteadOfProofs', address)).allowed) return false;
        return isFirstUse(known.id);
      }
      if (!ANSWER.test(answer) || !(await solves(challenge, answer, known.bits))) return false;
      return isFirstUse(known.id);
    },
  };
}

export async function solves(challenge: string, answer: string, bits: number): Promise<boolean> {
  const hash = await derive(challenge, answer, PROOF_ITERATIONS, HASH_BYTES, 'sha256');
  return hash.readUInt32BE() >>> (32 - bits) === 0;
}

/** What the page needs to go on by itself. */
export function proofRequired({ challenge, bits, waitSeconds }: Challenge): ServiceError {
  return new ServiceError(
    'proof_required',
    'There have been unusually many failed attempts. Reload the page and try again.',
    {
      details: { challenge: [challenge], bits: [String(bits)], wait_seconds: [String(waitSeconds)] },
      retryAfterSeconds: waitSeconds,
    },
  );
}

/** The challenge that such a refusal carries. */
export function challengeOf({ details }: ServiceError): Challenge {
  const [challenge = '', bits = '', wait = ''] = [
    details.challenge,
    details.bits,
    details.wait_seconds,
  ].flat();
  return { challenge, bits: Number(bits), waitSeconds: Number(wait) };
}
