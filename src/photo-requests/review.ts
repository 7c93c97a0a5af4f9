import type { Actor } from '../audit/actor.ts';
import type { Review } from '../photos/review-schema.ts';
import { type Decision, type Rounds, roundsOf } from '../photos/rounds.ts';
import { toWireTime } from '../platform/clock.ts';
import type { PhotoRequestRow } from '../platform/db/tables.ts';

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
