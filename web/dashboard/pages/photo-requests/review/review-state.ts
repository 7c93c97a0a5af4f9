import type { z } from 'zod';
import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import type { reviewBody } from '../../../../../src/reviews/schema.ts';
import type { ChangeReason } from '../../../../../src/shared/change-reasons.ts';
import { exactTime } from '../../../components/time.ts';
import { isHeld } from '../parts/held.ts';

/** What someone decides; the state that they saw is added to it. */
export type Decision = Omit<z.input<typeof reviewBody>, 'expected_state'>;

type Review = NonNullable<PhotoRequest['review']>;
type Tone = 'good' | 'bad' | 'warn' | 'calm';

export const REVIEW_HELP =
  'Your team approves each submission, rejects it, or asks the customer to take photos again.';

/** Where the decision stands, as lists show it. */
export const REVIEW_STATES: Record<Review['state'], { text: string; tone: Tone }> = {
  pending: { text: 'To review', tone: 'warn' },
  approved: { text: 'Approved', tone: 'good' },
  changes_requested: { text: 'Changes requested', tone: 'calm' },
  rejected: { text: 'Rejected', tone: 'bad' },
};

export const REASONS: Record<ChangeReason, string> = {
  blurred: 'Blurred',
  too_dark: 'Too dark',
  glare: 'Glare or reflection',
  cut_off: 'Something is cut off',
  too_far: 'Too far away',
  wrong_subject: 'Shows something else',
  not_readable: 'Not readable',
  other: 'Other',
};

/** The state that a decision is made on, as the call names it. */
export function seenState({ review }: Pick<PhotoRequest, 'review'>): Review['state'] | 'none' {
  return review?.state ?? 'none';
}

type Decidable = Pick<PhotoRequest, 'status' | 'held_at' | 'submitted_at'>;

/** There is something to decide about. What was sent before a later round was canceled still is. */
export function canBeDecided(request: Decidable): boolean {
  return isHeld(request) || request.submitted_at !== null;
}

/** The customer has been asked for photos or answers again, and has not sent them yet. */
export function isSentBack({ status, review }: Pick<PhotoRequest, 'status' | 'review'>): boolean {
  return status !== 'submitted' && review?.state === 'changes_requested';
}

/** The slots that the customer has been asked to fill again and has not yet; empty when nothing is open. */
export function openSlots({ status, review }: Pick<PhotoRequest, 'status' | 'review'>): Review['slots'] {
  return isSentBack({ status, review }) ? (review?.slots ?? []) : [];
}

const SERVER_TIME = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g;

/** What the server says about an earlier decision, with its time by the clock of the workspace. */
export function conflictText(message: string, timeZone: string): string {
  return message.replace(SERVER_TIME, (time) => exactTime(Date.parse(time), timeZone));
}

/** "Blurred. The plate can’t be read." Other reasons are in the team's own words alone. */
export function whyText(reason: ChangeReason, message: string | null): string {
  if (message === null) return REASONS[reason];
  return reason === 'other' ? message : `${REASONS[reason]}. ${message}`;
}
