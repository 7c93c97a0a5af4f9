import type { PhotoLinks } from '../photos/links.ts';
import { roundsOf } from '../photos/rounds.ts';
import { toWirePhoto } from '../photos/wire.ts';
import { toWireTime, toWireTimeOrNull } from '../platform/clock.ts';
import type { Environment, PhotoRequestRow, PhotoRow } from '../platform/db/tables.ts';
import { answersOf, questionsOf, toWireAnswers } from '../questions/answers.ts';
import type { CustomerUrls } from '../shared/customer-urls.ts';
import type { ChangeData, SubmissionData } from '../webhooks/outbox/event-schema.ts';
import { type ChangeType, type EventType, TEST_EVENT } from '../webhooks/outbox/event-types.ts';
import { remindersOf } from './reminders.ts';
import { reviewOf } from './review.ts';
import { type SubmittedColumns, sampleSubmission } from './sample-event.ts';

/**
 * Event bodies, serialised once: these bytes are stored, signed and sent. `JSON.stringify(JSON.parse(body))` gives them
 * back unchanged, so receivers who parse first can verify too.
 */
export type EventBodies = ReturnType<typeof createEventBodies>;

export function createEventBodies(deps: { links: PhotoLinks; urls: CustomerUrls }) {
  const { links, urls } = deps;

  /** Spec 6.1. */
  function submission(
    event: EventType | typeof TEST_EVENT,
    request: SubmittedColumns,
    photos: PhotoRow[],
    now: number,
  ): string {
    const rounds = roundsOf(request);
    return bodyOf(event, request.environment, now, {
      id: request.id,
      type: request.type,
      instructions: request.instructions,
      answers: toWireAnswers(questionsOf(request), answersOf(request)),
      photos: photos.map((photo) => toWirePhoto(photo, rounds, links)),
      submitted_at: toWireTime(now),
      round: rounds.current,
      ...origin(request),
    });
  }

  return {
    submission,

    change(event: ChangeType, request: PhotoRequestRow, now: number): string {
      const { sent } = remindersOf(request);
      return bodyOf(event, request.environment, now, {
        id: request.id,
        type: request.type,
        instructions: request.instructions,
        unique_code: request.unique_code,
        request_url: urls.requestUrl(request.token),
        created_at: toWireTime(request.created_at),
        expires_at: toWireTime(request.expires_at),
        first_viewed_at: toWireTimeOrNull(request.first_viewed_at),
        submitted_at: toWireTimeOrNull(request.submitted_at),
        review: reviewOf(request),
        reminder_count: sent.length,
        reminded_at: toWireTimeOrNull(sent.at(-1)?.at ?? null),
        ...origin(request),
      });
    },

    /** Goes through the same mapping as a real submission, so a receiver that can read one can read the other. */
    async test(environment: Environment, now: number): Promise<string> {
      const { request, photos } = await sampleSubmission(environment, now);
      return submission(TEST_EVENT, request, photos, now);
    },
  };
}

function bodyOf(
  event: string,
  environment: Environment,
  now: number,
  data: SubmissionData | ChangeData,
): string {
  return JSON.stringify({ event, timestamp: toWireTime(now), environment, data });
}

/** What the client gave the request, to find it again by. */
function origin(request: SubmittedColumns) {
  return {
    permanent_link_id: request.permanent_link_id,
    external_id: request.external_id,
    metadata: JSON.parse(request.metadata),
  };
}
