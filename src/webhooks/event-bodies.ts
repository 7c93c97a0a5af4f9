import type { Addresses } from '../capture/addresses.ts';
import type { PhotoSlot } from '../photo-requests/photo-slots.ts';
import type { PhotoLinks } from '../photos/links.ts';
import { toWirePhoto } from '../photos/wire.ts';
import { toWireTime, toWireTimeOrNull } from '../platform/clock.ts';
import type { PhotoRequestRow, PhotoRow } from '../platform/db/tables.ts';
import { ID_PREFIXES } from '../platform/ids.ts';
import { type ChangeType, type EventType, TEST_EVENT } from './event-types.ts';

const SAMPLE_REQUEST_ID = `${ID_PREFIXES.photoRequest}${'0'.repeat(28)}`;
const SAMPLE_PHOTO_ID = `${ID_PREFIXES.photo}${'0'.repeat(28)}`;

/**
 * Event bodies, serialised once: these bytes are stored, signed and sent. `JSON.stringify(JSON.parse(body))` gives them
 * back unchanged, so receivers who parse first can verify too.
 */
export type EventBodies = ReturnType<typeof createEventBodies>;

export function createEventBodies(deps: { links: PhotoLinks; addresses: Addresses }) {
  const { links, addresses } = deps;

  return {
    /** Spec 6.1. */
    submission(event: EventType, request: PhotoRequestRow, photos: PhotoRow[], now: number): string {
      const slots: PhotoSlot[] = JSON.parse(request.photo_slots);
      return bodyOf(event, now, {
        id: request.id,
        type: request.type,
        instructions: request.instructions,
        photos: photos.map((photo) => toWirePhoto(photo, slots, links)),
        submitted_at: toWireTime(now),
        ...origin(request),
      });
    },

    change(event: ChangeType, request: PhotoRequestRow, now: number): string {
      return bodyOf(event, now, {
        id: request.id,
        type: request.type,
        instructions: request.instructions,
        unique_code: request.unique_code,
        request_url: addresses.requestUrl(request.token),
        created_at: toWireTime(request.created_at),
        expires_at: toWireTime(request.expires_at),
        first_viewed_at: toWireTimeOrNull(request.first_viewed_at),
        submitted_at: toWireTimeOrNull(request.submitted_at),
        ...origin(request),
      });
    },

    /** In the form of spec 6.1, with values that belong to nothing. */
    test(now: number): string {
      return bodyOf(TEST_EVENT, now, {
        id: SAMPLE_REQUEST_ID,
        type: 'one_time',
        instructions: 'This is a test event. No photo request belongs to it.',
        photos: [
          {
            id: SAMPLE_PHOTO_ID,
            url: links.url(SAMPLE_PHOTO_ID, 'original'),
            metadata: { gps_lat: 52.520008, gps_lng: 13.404954, captured_at: toWireTime(now) },
            slot_instructions: null,
          },
        ],
        submitted_at: toWireTime(now),
      });
    },
  };
}

function bodyOf(event: string, now: number, data: Record<string, unknown>): string {
  return JSON.stringify({ event, timestamp: toWireTime(now), data });
}

/** What the client gave the request, to find it again by. */
function origin(request: PhotoRequestRow) {
  return {
    permanent_link_id: request.permanent_link_id,
    external_id: request.external_id,
    metadata: JSON.parse(request.metadata),
  };
}
