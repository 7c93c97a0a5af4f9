import type { Challenge } from '../../../shared/challenges.ts';
import { type Outcome, pass, rounded, unknown, warn } from '../finding.ts';
import type { PhotoTraits } from '../traits.ts';

/** Reading, moving, taking, looking at the photo and sending what comes before it take anyone less, dead spots apart. */
const MAX_SECONDS = 300;

const ASKED: Record<Challenge, string> = {
  closer: 'to come closer',
  tilt: 'to tilt the camera',
  torch: 'for light',
};

/** Whether the customer did what the server asked for after the camera was open. */
export function checkChallenge(
  traits: PhotoTraits | undefined,
  { isDemanded }: { isDemanded: boolean },
): Outcome {
  const answer = traits?.challenge;
  if (answer === undefined)
    return isDemanded
      ? warn('The photo came without the answer to a challenge.')
      : unknown('The customer was not given a challenge.');
  if (answer === 'forged') return warn('The photo came with the answer to a challenge that was never given.');
  const { challenge, issuedAt, answeredAt, isFollowed, isUnclear, amount } = answer;
  const seconds = rounded((answeredAt - issuedAt) / 1_000, 1);
  const figures = { challenge, seconds, amount };
  if (seconds > MAX_SECONDS) return warn('The answer to the challenge came too late.', figures);
  if (isUnclear) return unknown('It cannot be told whether the challenge was followed.', figures);
  return isFollowed
    ? pass(`The customer was asked ${ASKED[challenge]}, and the picture followed.`, figures)
    : warn(`The customer was asked ${ASKED[challenge]}, and the picture did not follow.`, figures);
}
