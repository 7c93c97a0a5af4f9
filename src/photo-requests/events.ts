import type { Queries } from '../platform/db/database.ts';
import type { PhotoRequestRow, PhotoRow } from '../platform/db/tables.ts';
import type { ChangeType, EventType } from '../webhooks/outbox/event-types.ts';
import type { NewEvent, Outbox } from '../webhooks/outbox/outbox.ts';
import type { EventBodies } from './event-bodies.ts';

/** What the outside is told of photo requests, in the transaction of what happened. */
export type RequestEvents = ReturnType<typeof createRequestEvents>;

export function createRequestEvents({ outbox, bodies }: { outbox: Outbox; bodies: EventBodies }) {
  return {
    /** Always written down, wanted or not: a submission is what this service is for. */
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
        eventOf(type, request, () => bodies.submission(type, request, photos, now), { isKeptUnwanted: true }),
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
  };
}

function eventOf(
  type: EventType,
  { id, workspace_id, environment }: PhotoRequestRow,
  body: () => string,
  options: Pick<NewEvent, 'isKeptUnwanted'> = {},
): NewEvent {
  return { workspaceId: workspace_id, environment, type, subjectId: id, body, ...options };
}
