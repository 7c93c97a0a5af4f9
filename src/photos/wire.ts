import { toWireTime } from '../platform/clock.ts';
import type { PhotoRow } from '../platform/db/tables.ts';
import { findingsOf } from './evidence/finding.ts';
import type { PhotoLinks } from './links.ts';
import { type Rounds, roundOf } from './rounds.ts';
import type { Photo } from './schema.ts';

/** What of a photo its responses are made of: a page of a list reads no more. */
export const SHOWN_COLUMNS = [
  ...(['id', 'request_id', 'slot_index', 'sha256', 'bytes', 'width', 'height'] as const),
  ...(['captured_at', 'latitude', 'longitude', 'accuracy', 'hint', 'received_at'] as const),
  ...(['evidence', 'sealed_at'] as const),
] satisfies (keyof PhotoRow)[];

export type ShownPhoto = Pick<PhotoRow, (typeof SHOWN_COLUMNS)[number]>;

/** Spec 2.4: what an API response and a webhook say of a photo. */
export function toWirePhoto(row: ShownPhoto, rounds: Rounds, links: PhotoLinks): Photo {
  return {
    id: row.id,
    url: links.url(row.id, 'original'),
    thumbnail_url: links.url(row.id, 'thumbnail'),
    sealed_url: row.sealed_at === null ? null : links.url(row.id, 'sealed'),
    metadata: {
      ...(row.latitude === null || row.longitude === null
        ? {}
        : { gps_lat: row.latitude, gps_lng: row.longitude }),
      ...(row.accuracy === null ? {} : { gps_accuracy: row.accuracy }),
      captured_at: toWireTime(row.captured_at),
      ...(row.hint === null ? {} : { quality_hint: row.hint }),
    },
    slot_index: rounds.slotIndexOf(row),
    slot_instructions: rounds.slotOf(row)?.instructions ?? null,
    round: roundOf(row),
    sha256: row.sha256,
    width: row.width,
    height: row.height,
    bytes: row.bytes,
    received_at: toWireTime(row.received_at),
    evidence: findingsOf(row),
  };
}
