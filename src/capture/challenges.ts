import { isChallenged } from '../photos/evidence/challenged.ts';
import { positionOf } from '../photos/rounds.ts';
import type { Clock } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';
import type { Secrets } from '../platform/secrets.ts';
import { CHALLENGES, type Challenge } from '../shared/challenges.ts';
import type { CaptureSession } from './capture-session.ts';
import type { CaptureTarget } from './targets.ts';

export interface IssuedChallenge {
  challenge: Challenge;
  issuedAt: number;
}

const TOKEN = /^([a-z]+)\.(\d{1,15})\.([\w-]{22})$/;

export type Challenges = ReturnType<typeof createChallenges>;

/**
 * What a customer is asked to do is chosen here, once the camera is open, so that no recording can have it. Nothing is
 * written: a challenge is signed with the request, the slot and its time.
 */
export function createChallenges({
  secrets,
  random,
  clock,
}: {
  secrets: Secrets;
  random: Random;
  clock: Clock;
}) {
  const signed = ({ requestId, round }: CaptureSession, place: number, challenge: string, issuedAt: number) =>
    `${requestId}\n${positionOf(round, place)}\n${challenge}\n${issuedAt}`;

  return {
    /** Null where none is wanted. */
    issue(
      session: CaptureSession,
      { policy, refusals }: Pick<CaptureTarget, 'policy'> & { refusals: string | null },
      { slot, torch }: { slot: number; torch: boolean },
    ): { challenge: Challenge; token: string } | null {
      if (!isChallenged(policy, { refusals }, positionOf(session.round, slot))) return null;
      const possible = CHALLENGES.filter((each) => each !== 'torch' || torch);
      const challenge = possible[(random(1)[0] as number) % possible.length] as Challenge;
      const issuedAt = clock();
      const signature = secrets.sign('capture-challenges', signed(session, slot, challenge, issuedAt));
      return { challenge, token: `${challenge}.${issuedAt}.${signature}` };
    },

    /** Undefined for one that was never given for this slot. */
    read(session: CaptureSession, slot: number, token: string): IssuedChallenge | undefined {
      const [, name = '', time = '', signature = ''] = TOKEN.exec(token) ?? [];
      const challenge = CHALLENGES.find((each) => each === name);
      const issuedAt = Number(time);
      const isOurs =
        challenge !== undefined &&
        secrets.verify('capture-challenges', signed(session, slot, challenge, issuedAt), signature);
      return isOurs ? { challenge, issuedAt } : undefined;
    },
  };
}
