import type { PhotoSlot } from '../photo-requests/photo-slots.ts';
import type { PhotoLinks } from '../photos/links.ts';
import { toWirePhoto } from '../photos/wire.ts';
import { toWireTime } from '../platform/clock.ts';
import type { Queries } from '../platform/db/database.ts';
import type { PhotoRequestRow, PhotoRow } from '../platform/db/tables.ts';
import type { Ids } from '../platform/ids.ts';

/** Events are written in the transaction of what they tell of: both are there after a crash, or neither. */
export interface Outbox {
  recordSubmission(trx: Queries, request: PhotoRequestRow, photos: PhotoRow[], now: number): Promise<void>;
}

export function createOutbox(deps: { ids: Ids; links: PhotoLinks }): Outbox {
  const { ids, links } = deps;

  /** Spec 6.1. Serialised once: these bytes are what is signed and sent. */
  function bodyOf(event: string, request: PhotoRequestRow, photos: PhotoRow[], now: number): string {
    const slots: PhotoSlot[] = JSON.parse(request.photo_slots);
    return JSON.stringify({
      event,
      timestamp: toWireTime(now),
      data: {
        id: request.id,
        type: request.type,
        instructions: request.instructions,
        photos: photos.map((photo) => toWirePhoto(photo, slots, links)),
        submitted_at: toWireTime(now),
        permanent_link_id: request.permanent_link_id,
        external_id: request.external_id,
        metadata: JSON.parse(request.metadata),
      },
    });
  }

  return {
    async recordSubmission(trx, request, photos, now) {
      const types =
        request.type === 'permanent'
          ? ['photo_request.submitted', 'photo_submission.created']
          : ['photo_request.submitted'];
      for (const type of types) {
        await trx
          .insertInto('events')
          .values({
            id: ids.next('event', now),
            workspace_id: request.workspace_id,
            environment: request.environment,
            type,
            subject_id: request.id,
            body: bodyOf(type, request, photos, now),
            created_at: now,
          })
          .execute();
      }
    },
  };
}
