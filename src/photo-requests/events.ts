import type { Queries } from '../platform/db/database.ts';
import type { PhotoRequestRow, PhotoRow } from '../platform/db/tables.ts';
import type { ChangeType, EventType } from '../webhooks/outbox/event-types.ts';
import type { EventRows, NewEvent, Outbox } from '../webhooks/outbox/outbox.ts';
import type { Subscriber } from '../webhooks/outbox/outbox-repository.ts';
import { createdEventId, type EventBodies } from './event-bodies.ts';

/** What the outside is told of photo requests, in the transaction of what happened. */
export type RequestEvents = ReturnType<typeof createRequestEvents>;

export function createRequestEvents({ outbox, bodies }: { outbox: Outbox; bodies: EventBodies }) {
  return {
    async recordSubmission(
      trx: Queries,
      request: PhotoRequestRow,
      photos: PhotoRow[],
      now: number,
    ): Promise<void> {
      const types: EventType[] =
        request.type === 'permanent'
          ? ['photo_request.submitted', 'photo_submission.created']
          : ['photo_request.submitted'];
      const events = types.map((type) =>
        eventOf(type, request, () => bodies.submission(type, request, photos, now)),
      );
      await outbox.record(trx, events, now);
    },

    /** The same change of one request, or of many of several owners. */
    async recordChanges(
      trx: Queries,
      type: ChangeType,
      requests: PhotoRequestRow[],
      now: number,
    ): Promise<void> {
      const events = requests.map((request) =>
        eventOf(type, request, () => bodies.change(type, request, now)),
      );
      await outbox.record(trx, events, now);
    },

    /** That a request was created, in a write that others share. */
    creations: {
      prepare: (request: PhotoRequestRow, subscribers: readonly Subscriber[]): EventRows =>
        outbox.prepare(
          eventOf('photo_request.created', request, () => bodies.creation(request)),
          subscribers,
          request.created_at,
        ),
      newRows: outbox.newRows,
      announce: outbox.announce,
    },

    /**
     * Before a request is deleted, or its expiry changed: that it was created is written down now, unless it was, since the
     * request cannot tell it any more.
     */
    async keepCreation(trx: Queries, request: PhotoRequestRow): Promise<void> {
      if (request.type !== 'one_time') return;
      const event = eventOf('photo_request.created', request, () => bodies.creation(request));
      await outbox.keep(trx, event, request.created_at);
    },
  };
}

function eventOf(
  type: EventType,
  { id, workspace_id, environment }: PhotoRequestRow,
  body: () => string,
): NewEvent {
  const event = { workspaceId: workspace_id, environment, type, subjectId: id, body };
  // The one that the busiest call of the API would have to write: the request tells it as well (0113).
  return type === 'photo_request.created'
    ? { ...event, id: createdEventId(id), isToldBySubject: true }
    : event;
}
