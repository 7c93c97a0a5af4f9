import type { Queries } from '../platform/db/database.ts';
import type { PhotoRequestRow, PhotoRow } from '../platform/db/tables.ts';
import type { ChangeType, EventType } from '../webhooks/event-types.ts';
import type { Outbox } from '../webhooks/outbox.ts';
import type { EventBodies } from './event-bodies.ts';

/** What the outside is told of photo requests, in the transaction of what happened. */
export type RequestEvents = ReturnType<typeof createRequestEvents>;

export function createRequestEvents({ outbox, bodies }: { outbox: Outbox; bodies: EventBodies }) {
  const about = ({ workspace_id, environment, id }: PhotoRequestRow, type: EventType, now: number) => ({
    ...{ workspaceId: workspace_id, environment, subjectId: id, type, now },
  });

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
      for (const type of types) {
        const body = () => bodies.submission(type, request, photos, now);
        await outbox.record(trx, { ...about(request, type, now), body, isKeptUnwanted: true });
      }
    },

    async recordChange(trx: Queries, type: ChangeType, request: PhotoRequestRow, now: number): Promise<void> {
      const body = () => bodies.change(type, request, now);
      await outbox.record(trx, { ...about(request, type, now), body });
    },
  };
}
