import type { CheckName } from '../../../../src/photos/evidence/finding.ts';
import type { ChallengeMode, Consequence } from '../../../../src/photos/evidence/policy.ts';

/** What each check warns of, in one sentence. */
export const WARNS_OF: Record<CheckName, string> = {
  duplicate: 'The same or nearly the same picture was sent before.',
  stream: 'The camera’s picture stands still or repeats, or shows something other than the photo.',
  camera: 'A virtual camera was used, or a front or computer camera instead of the rear one.',
  page: 'The page was used faster than a person can, by a program, or with replaced functions.',
  clock: 'The time of the photo isn’t possible, or the photo was kept back for a long time.',
  place: 'The photo was taken outside the expected location, or impossibly far from another one.',
  motion: 'The device moved and the picture didn’t, or the other way around.',
  screen: 'It looks like a photo of a screen.',
  content: 'It’s black, one color, or looks drawn.',
  file: 'The file isn’t what the customer’s browser writes.',
  challenge: 'The customer didn’t do what the challenge asked for.',
};

export const CONSEQUENCE_NAMES: Record<Consequence, string> = {
  inform: 'Inform only',
  hold: 'Hold for review',
  refuse: 'Ask for a new photo',
};

export const CONSEQUENCE_TEXTS: Record<Consequence, string> = {
  inform: 'The warning is shown with the photo.',
  hold: 'The submission waits until a member approves it. Your webhook is called then.',
  refuse:
    'The customer is asked to take the photo again, without being told why. After three tries the next photo is accepted and held for review.',
};

export const CHALLENGE_TEXTS: Record<ChallengeMode, { name: string; text: string }> = {
  off: { name: 'Off', text: 'Customers just take their photos.' },
  on_warning: {
    name: 'After a warning',
    text: 'When another check warns, the customer is asked to do something with the camera.',
  },
  always: { name: 'Always', text: 'Every photo comes with a challenge. It takes customers longer.' },
};
