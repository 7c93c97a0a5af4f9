/** Why a photo is to be taken again; in words in the customer's language. `other`: the team says it itself. */
export const CHANGE_REASONS = [
  'blurred',
  'too_dark',
  'glare',
  'cut_off',
  'too_far',
  'wrong_subject',
  'not_readable',
  'other',
] as const;

export type ChangeReason = (typeof CHANGE_REASONS)[number];
