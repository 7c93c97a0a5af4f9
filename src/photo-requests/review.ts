import { z } from 'zod';
import type { Actor } from '../audit/actor.ts';
import { type Decision, type Rounds, roundsOf, VERDICTS } from '../photos/rounds.ts';
import { toWireTime } from '../platform/clock.ts';
import type { PhotoRequestRow } from '../platform/db/tables.ts';
import { wireTime } from '../platform/http/fields.ts';
import { CHANGE_REASONS } from '../shared/change-reasons.ts';

export const REVIEW_STATES = ['pending', ...VERDICTS] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const reviewSchema = z
  .strictObject({
    state: z.enum(REVIEW_STATES),
    round: z.int().meta({ description: 'The round that it is about.' }),
    decided_at: wireTime.nullable(),
    decided_by: z
      .string()
      .nullable()
      .meta({ description: 'Email address of the member. null if it was decided by API.' }),
    message: z.string().nullable().meta({ description: 'What was said about all of it.' }),
    slots: z
      .array(
        z.strictObject({
          slot_index: z.int(),
          reason: z.enum(CHANGE_REASONS),
          message: z.string().nullable(),
        }),
      )
      .meta({ description: 'The slots whose photos have to be taken again.' }),
    questions: z
      .array(z.strictObject({ question_id: z.string(), message: z.string().nullable() }))
      .meta({ description: 'The questions that have to be answered again.' }),
  })
  .meta({ id: 'Review' });

export type Review = z.infer<typeof reviewSchema>;

/** By which the responses to repeated decisions about a request are kept, and found when it is erased. */
export function reviewOperation(requestId: string): string {
  return `photo_requests.review.${requestId}`;
}

/** What someone decides, without who and when. */
export type Decided = Pick<Decision, 'verdict' | 'message' | 'slots' | 'questions'>;

/** The column with one decision more, about the current round. One that was made about it before is replaced. */
export function withDecision(
  row: PhotoRequestRow,
  decision: Decided,
  { by, now }: { by: Actor; now: number },
): string {
  const { decisions, current } = roundsOf(row);
  const earlier = decisions.filter(({ round }) => round < current);
  const added: Decision = {
    ...decision,
    round: current,
    submitted_at: row.status === 'submitted' ? row.submitted_at : null,
    at: now,
    by: nameOf(by),
  };
  return JSON.stringify([...earlier, added]);
}

/** An API client is known by its key, and its calls stand in the server's log. */
export function nameOf(by: Actor): string | null {
  return 'keyId' in by ? null : (by.email ?? 'operator');
}

type ReviewedColumns = Pick<
  PhotoRequestRow,
  'photo_slots' | 'reviews' | 'status' | 'submitted_at' | 'requires_review'
>;

/** Where the decision about a request stands; null: no one has to decide, and no one did. */
export function reviewOf(row: ReviewedColumns, rounds: Rounds = roundsOf(row)): Review | null {
  const last = rounds.decisions.at(-1);
  const isOpen = last === undefined ? row.requires_review === 1 : last.round < rounds.current;
  if (row.status === 'submitted' && isOpen) {
    const undecided = { decided_at: null, decided_by: null, message: null, slots: [], questions: [] };
    return { state: 'pending', round: rounds.current, ...undecided };
  }
  if (last === undefined) return null;
  return {
    state: last.verdict,
    round: last.round,
    decided_at: toWireTime(last.at),
    decided_by: last.by,
    message: last.message,
    slots: last.slots,
    questions: last.questions,
  };
}
