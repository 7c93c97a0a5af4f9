import type { ArchiveOutbox } from '../archive/outbox.ts';
import type { Audit } from '../audit/service.ts';
import type { MailOutbox } from '../email/outbox.ts';
import type { Unsubscribing } from '../email/unsubscribing.ts';
import type { HeldSubmissions } from '../held-submissions/held-submissions.ts';
import type { PhoneOutbox } from '../phone/outbox.ts';
import type { RequestActor } from '../photo-requests/creator.ts';
import type { RequestEvents } from '../photo-requests/events.ts';
import { countPendingReviews, endReview } from '../photo-requests/pending-review-repository.ts';
import { isReachedByPhone, messageAbout, sendToPhone } from '../photo-requests/phone-sending.ts';
import type { Reminding } from '../photo-requests/reminding.ts';
import type { PhotoRequestRepository } from '../photo-requests/repository.ts';
import { lockShown, requestRecord, requireRequestId } from '../photo-requests/request-record.ts';
import { reviewOf, reviewOperation, withDecision } from '../photo-requests/review.ts';
import type { PhotoRequest } from '../photo-requests/schema.ts';
import type { PhotoRequestService } from '../photo-requests/service.ts';
import { isHeld } from '../photo-requests/status.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { type AskedQuestion, type AskedSlot, type Rounds, roundsOf, type Verdict } from '../photos/rounds.ts';
import type { Clock } from '../platform/clock.ts';
import { announceActivity } from '../platform/db/activity.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { ServiceError, validationError } from '../platform/errors.ts';
import type { Created, IdempotencyClaim, WriteOnce } from '../platform/http/idempotency.ts';
import { questionsOf } from '../questions/answers.ts';
import { DEFAULT_LIFETIME_HOURS } from '../shared/request-lifetime.ts';
import { allowsPhoneMessages, messageLimitsOf } from '../workspaces/message-limits.ts';
import { requireQuota } from '../workspaces/take-quota.ts';
import type { ReviewInput } from './schema.ts';
import type { WatchReviewSteps } from './steps.ts';

const HOUR_MS = 3_600_000;
/** A customer who is asked more often is better called. */
const MAX_ROUNDS = 20;
const MAX_COUNTED = 1_000;

const VERDICTS = {
  approve: 'approved',
  request_changes: 'changes_requested',
  reject: 'rejected',
} as const satisfies Record<ReviewInput['decision'], Verdict>;

const WORDS: Record<Verdict, string> = {
  approved: 'approved',
  changes_requested: 'sent back to the customer',
  rejected: 'rejected',
};

export type Reviews = ReturnType<typeof createReviews>;

/** What the team decides about a submission. */
export function createReviews(deps: {
  database: Database;
  writeOnce: WriteOnce;
  repository: PhotoRequestRepository;
  photoRequests: Pick<PhotoRequestService, 'show'>;
  photos: PhotoRepository;
  held: HeldSubmissions;
  archive: ArchiveOutbox;
  events: RequestEvents;
  mails: MailOutbox;
  phone: PhoneOutbox;
  unsubscribing: Unsubscribing;
  reminding: Reminding;
  audit: Audit;
  clock: Clock;
  onStep: WatchReviewSteps;
}) {
  const { database, writeOnce, repository, photoRequests, photos, held, events, mails, audit } = deps;
  const { phone, unsubscribing, reminding, archive, clock, onStep } = deps;

  /** As it is when a decision can be added: submitted, with no round open. */
  async function settle(trx: Queries, by: RequestActor, row: PhotoRequestRow): Promise<PhotoRequestRow> {
    if (isHeld(row, clock())) return row;
    if (row.submitted_at === null)
      throw validationError({ status: ['The customer has not submitted this request yet.'] });
    return row.status === 'submitted' ? row : withdrawRound(trx, by, row);
  }

  /** What was asked for again is not waited for any longer: the round before it counts. */
  async function withdrawRound(
    trx: Queries,
    by: RequestActor,
    row: PhotoRequestRow,
  ): Promise<PhotoRequestRow> {
    const { decisions, unsentFrom: from } = roundsOf(row);
    await photos.delete(trx, by, { requestId: row.id, from }, clock());
    const kept = decisions.slice(
      0,
      decisions.findLastIndex((decision) => decision.verdict === 'changes_requested'),
    );
    const reviews = kept.length === 0 ? null : JSON.stringify(kept);
    return repository.update(trx, by, row.id, { status: 'submitted', unsent_photos: 0, reviews });
  }

  /** The customer's link takes photos again. */
  async function reopen(
    trx: Queries,
    by: RequestActor,
    row: PhotoRequestRow,
    input: ReviewInput,
  ): Promise<PhotoRequestRow> {
    const lifetime = (input.expires_in_hours ?? DEFAULT_LIFETIME_HOURS) * HOUR_MS;
    const until = clock() + lifetime;
    await events.keepCreation(trx, row);
    return repository.update(trx, by, row.id, {
      status: 'in_progress',
      held_at: null,
      unsent_photos: 0,
      expires_at:
        input.expires_in_hours == null && !isHeld(row, clock()) ? Math.max(row.expires_at, until) : until,
    });
  }

  async function tellCustomer(
    trx: Queries,
    by: RequestActor,
    row: PhotoRequestRow,
    wanted: boolean | null | undefined,
  ): Promise<PhotoRequestRow> {
    const recipient = row.recipient_email;
    const canBe = recipient !== null && by.plan.emailEnabled && by.environment === 'live';
    if (wanted === true && !canBe) throw validationError({ send_email: [whyNot(by, recipient)] });
    if (wanted === false || !canBe) return row;
    if (wanted === true) await unsubscribing.requireSubscribed(trx, by.workspaceId, recipient);
    else if (await isUnsubscribed(trx, by, recipient)) return row;
    await mails.enqueue(
      trx,
      {
        kind: 'changes_requested',
        content: {},
        workspaceId: by.workspaceId,
        recipient,
        locale: row.locale,
        requestId: row.id,
      },
      clock(),
    );
    return repository.update(trx, by, row.id, { email_status: 'queued' });
  }

  async function tellPhone(
    trx: Queries,
    by: RequestActor,
    row: PhotoRequestRow,
    wanted: boolean | null | undefined,
  ): Promise<PhotoRequestRow> {
    const [kind, now] = ['changes_requested' as const, clock()];
    if (wanted === true) await sendToPhone(trx, phone, { row, kind, by, field: 'send_sms', now });
    else {
      const canBe = wanted !== false && isReachedByPhone(row) && allowsPhoneMessages(by.plan);
      const limits = messageLimitsOf(by.plan, by.usage.plan_started_at, now);
      if (!canBe || !(await phone.offer(trx, messageAbout(row, kind), limits, now))) return row;
    }
    return repository.update(trx, by, row.id, { sms_status: 'queued' });
  }

  const isUnsubscribed = (trx: Queries, { workspaceId }: Owner, recipient: string) =>
    unsubscribing.isUnsubscribed(unsubscribing.subscriptionOf(workspaceId, recipient), trx);

  return {
    /** How many submissions wait for a decision, counted up to 1,000. */
    countPending: (owner: Owner): Promise<number> => countPendingReviews(database, owner, MAX_COUNTED),

    /** Of several who decide at the same time one wins; the others hear what was decided. Once for each claim. */
    async decide(
      by: RequestActor,
      id: string,
      input: ReviewInput,
      claim?: IdempotencyClaim,
    ): Promise<Created<PhotoRequest>> {
      const verdict = VERDICTS[input.decision];
      requireRequestId(id);
      const decided = await writeOnce(by, reviewOperation(id), claim, async (trx) => {
        const shown = (row: PhotoRequestRow) => photoRequests.show(by, row, trx);
        const now = clock();
        const found = await lockShown(trx, repository, by, id);
        requireUndecided(found, input.expected_state);
        const message = input.message ?? null;
        if (isHeld(found, now) && verdict === 'approved')
          return shown(await held.submitHeld(trx, by, id, message));
        if (isHeld(found, now) && verdict === 'rejected')
          return shown(await held.rejectHeld(trx, by, found, message));
        const settled = await settle(trx, by, found);
        onStep('round withdrawn');
        const rounds = roundsOf(settled);
        const decision = {
          verdict,
          message,
          slots: askedSlots(input, rounds, by),
          questions: askedQuestions(input, settled),
        };
        let row = await repository.update(trx, by, id, {
          reviews: withDecision(settled, decision, { by, now }),
        });
        await endReview(trx, by, id);
        onStep('decision recorded');
        if (verdict === 'changes_requested') {
          requireQuota(by, now);
          row = await reopen(trx, by, row, input);
          row = await tellCustomer(trx, by, row, input.send_email);
          row = await tellPhone(trx, by, row, input.send_sms);
          row = await reminding.restart(trx, row);
          onStep('link opened');
        }
        if (verdict === 'approved') await archive.add(trx, row, 'approved', now);
        await events.recordChanges(trx, `photo_request.${verdict}`, [row], now);
        await audit.record(trx, requestRecord(by, verdict, row, { round: rounds.current }));
        announceActivity(database, trx, by);
        onStep('decision told');
        return shown(row);
      });
      onStep('decision committed');
      return decided;
    },
  };
}

function requireUndecided(row: PhotoRequestRow, expected: ReviewInput['expected_state']): void {
  const review = reviewOf(row);
  const state = review?.state ?? 'none';
  const isDecided = state !== 'pending' && state !== 'none';
  if (expected == null ? !isDecided : expected === state) return;
  const decider = review?.decided_by == null ? '' : ` by ${review.decided_by}`;
  const message = isDecided
    ? `This request was ${WORDS[state]}${decider} at ${review?.decided_at}.`
    : 'No one has decided about this request since.';
  throw new ServiceError('review_conflict', message, { details: { expected_state: [message] } });
}

/** Each once, and only those that there are. */
function askedSlots(input: ReviewInput, rounds: Rounds, { plan }: RequestActor): AskedSlot[] {
  if (input.decision !== 'request_changes') return [];
  if (rounds.current >= MAX_ROUNDS)
    throw validationError({ decision: [`You can request changes at most ${MAX_ROUNDS - 1} times.`] });
  const count = rounds.slots.length === 0 ? plan.photosPerRequest : rounds.slots.length;
  const asked = input.slots ?? [];
  for (const [index, { slot_index }] of asked.entries()) {
    const path = `slots.${index}.slot_index`;
    if (slot_index >= count) throw validationError({ [path]: ['This request has no such slot.'] });
    if (asked.findIndex((slot) => slot.slot_index === slot_index) < index)
      throw validationError({ [path]: ['This slot is named twice.'] });
  }
  return asked
    .map(({ slot_index, reason, message }) => ({
      slot_index,
      reason: reason ?? 'other',
      message: message ?? null,
    }))
    .sort((a, b) => a.slot_index - b.slot_index);
}

function askedQuestions(input: ReviewInput, request: PhotoRequestRow): AskedQuestion[] {
  const known = questionsOf(request);
  return (input.questions ?? []).map(({ question_id, message }, index, asked) => {
    const path = `questions.${index}.question_id`;
    if (!known.some(({ id }) => id === question_id))
      throw validationError({ [path]: ['This request has no such question.'] });
    if (asked.findIndex((question) => question.question_id === question_id) < index)
      throw validationError({ [path]: ['This question is named twice.'] });
    return { question_id, message: message ?? null };
  });
}

function whyNot(by: RequestActor, recipient: string | null): string {
  if (recipient === null) return 'This request has no recipient.';
  return by.plan.emailEnabled
    ? 'Test requests are never emailed.'
    : `The ${by.plan.name} plan does not include email.`;
}
