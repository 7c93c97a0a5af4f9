import type { PhotoLinks } from '../photos/links.ts';
import { roundsOf } from '../photos/rounds.ts';
import { toWirePhoto } from '../photos/wire.ts';
import { toWireTime, toWireTimeOrNull } from '../platform/clock.ts';
import type { Environment, PhotoRequestRow, PhotoRow } from '../platform/db/tables.ts';
import { ID_PREFIXES } from '../platform/ids.ts';
import { answersOf, questionsOf, toWireAnswers } from '../questions/answers.ts';
import type { CustomerUrls } from '../shared/customer-urls.ts';
import type { ChangeData, SubmissionData } from '../webhooks/outbox/event-schema.ts';
import { type ChangeType, type EventType, TEST_EVENT } from '../webhooks/outbox/event-types.ts';
import type { WireEvent } from './event-schema.ts';
import { remindersOf } from './reminders.ts';
import { reviewOf } from './review.ts';
import { type SubmittedColumns, sampleSubmission } from './sample-event.ts';

/**
 * Event bodies, serialized once: these bytes are stored, signed and sent. `JSON.stringify(JSON.parse(body))` gives them
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

  function change(event: ChangeType, request: PhotoRequestRow, now: number): string {
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
  }

  function withFreshLinks(data: Partial<Submitted>): Partial<Submitted> {
    if (data.photos === undefined) return data;
    const photos = data.photos.map((photo) => ({
      ...photo,
      url: links.url(photo.id, 'original'),
      thumbnail_url: links.url(photo.id, 'thumbnail'),
    }));
    return { ...data, photos };
  }

  /** A stored event as it is read again. Its links to photos may be over by now. */
  function read(id: string, body: string): WireEvent {
    const { data, ...event } = JSON.parse(body);
    return { id, ...event, data: withFreshLinks(data) };
  }

  /** That a request was created, told by the request itself: as it was then. */
  function creation(request: PhotoRequestRow): string {
    return change('photo_request.created', { ...request, ...AS_CREATED }, request.created_at);
  }

  return {
    submission,
    change,
    read,
    creation,
    created: (request: PhotoRequestRow) => read(createdEventId(request.id), creation(request)),

    /** Goes through the same mapping as a real submission, so a receiver that can read one can read the other. */
    async test(environment: Environment, now: number): Promise<string> {
      const { request, photos } = await sampleSubmission(environment, now);
      return submission(TEST_EVENT, request, photos, now);
    },
  };
}

interface Submitted {
  photos: { id: string; url: string; thumbnail_url: string }[];
}

/** What has changed since, of all that an event tells; of `expires_at` the events keep what it was. */
const AS_CREATED = {
  status: 'pending',
  first_viewed_at: null,
  submitted_at: null,
  reviews: null,
  reminders: null,
} as const;

/** The event that tells of a request's creation has its id: whether or not it is stored, it is the same event. */
export function createdEventId(requestId: string): string {
  return ID_PREFIXES.event + requestId.slice(ID_PREFIXES.photoRequest.length);
}

/** The request whose creation such an event would tell of; of any event, what sorts the same among requests. */
export function requestIdOf(eventId: string): string {
  return ID_PREFIXES.photoRequest + eventId.slice(ID_PREFIXES.event.length);
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
