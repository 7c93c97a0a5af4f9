import { z } from 'zod';
import { toWireTime, toWireTimeOrNull } from '../platform/clock.ts';
import type { ArchiveCopyRow, ArchiveRow } from '../platform/db/tables.ts';
import { enveloped, pageMetaSchema } from '../platform/http/envelope.ts';
import { text, wireTime } from '../platform/http/fields.ts';
import { cursorField, limitField } from '../platform/http/pages.ts';
import { MAX_PATTERN_LENGTH, MAX_PREFIX_LENGTH } from '../shared/archive-pattern.ts';

const KINDS = ['s3', 'webdav'] as const;
const PHOTOS = ['originals', 'sealed', 'both', 'none'] as const;
const COPY_KINDS = ['original', 'sealed', 'report', 'request'] as const;
const STATUSES = ['waiting', 'done', 'failed'] as const;

export const archiveSchema = z.strictObject({
  kind: z.enum(KINDS),
  url: z.string(),
  region: z.string(),
  bucket: z.string(),
  prefix: z.string(),
  username: z.string(),
  photos: z.enum(PHOTOS),
  report: z.boolean(),
  request_json: z.boolean(),
  pattern: z.string(),
  only_approved: z.boolean(),
  error: z.string().nullable().meta({ description: 'Why the last attempt failed; null while it works.' }),
  next_attempt_at: wireTime.nullable().meta({ description: 'When a failing archive is tried again.' }),
  updated_at: wireTime,
});

const shownArchive = z.strictObject({
  archive: archiveSchema.nullable(),
  waiting: z.int().meta({ description: 'Counted up to 1,000, as is `failed`.' }),
  failed: z.int(),
});

export const archiveResponse = enveloped(shownArchive);

/** The secret stays as it is when it is left out. */
export const archiveBody = z.object({
  kind: z.enum(KINDS),
  url: text(1, 1_000),
  region: text(0, 60).nullish(),
  bucket: text(0, 255).nullish(),
  prefix: text(0, MAX_PREFIX_LENGTH).nullish(),
  username: text(1, 255),
  secret: text(1, 500).nullish(),
  photos: z.enum(PHOTOS),
  report: z.boolean(),
  request_json: z.boolean(),
  pattern: text(1, MAX_PATTERN_LENGTH),
  only_approved: z.boolean(),
});

export const archiveTestResponse = enveloped(
  z.strictObject({
    ok: z.boolean(),
    error: z.string().nullable().meta({ description: 'What went wrong, in plain words.' }),
  }),
);

export const archiveCopySchema = z.strictObject({
  id: z.string(),
  request_id: z.string(),
  photo_id: z.string().nullable(),
  kind: z.enum(COPY_KINDS),
  name: z.string(),
  status: z.enum(STATUSES),
  attempt_count: z.int(),
  error: z.string().nullable(),
  bytes: z.int().nullable(),
  created_at: wireTime,
  next_attempt_at: wireTime.nullable(),
  finished_at: wireTime.nullable(),
});

export const archiveCopyListResponse = z.strictObject({
  data: z.array(archiveCopySchema),
  meta: pageMetaSchema,
});

export const archiveCopiesQuery = z.object({
  limit: limitField,
  cursor: cursorField,
  status: z.enum(STATUSES).optional(),
  request_id: text(1, 60).optional(),
});

export const resendBody = z.object({ request_id: text(1, 60).nullish() });
export const resentResponse = enveloped(z.strictObject({ count: z.int() }));
export const archiveCopyResponse = enveloped(archiveCopySchema);

export const archivedRequestSchema = z.strictObject({
  waiting: z.int(),
  done: z.int(),
  failed: z.int(),
  last_copied_at: wireTime.nullable(),
  error: z.string().nullable(),
});

export const archivedRequestResponse = enveloped(archivedRequestSchema);

export type ArchiveInput = z.infer<typeof archiveBody>;
export type WireArchive = z.infer<typeof archiveSchema>;
export type ShownArchive = z.infer<typeof shownArchive>;
export type ArchivedRequest = z.infer<typeof archivedRequestSchema>;
export type WireArchiveCopy = z.infer<typeof archiveCopySchema>;

export function toWireArchive(row: ArchiveRow): WireArchive {
  return {
    kind: row.kind,
    url: row.url,
    region: row.region,
    bucket: row.bucket,
    prefix: row.prefix,
    username: row.username,
    photos: row.photos,
    report: row.with_report === 1,
    request_json: row.with_request === 1,
    pattern: row.pattern,
    only_approved: row.only_approved === 1,
    error: row.error,
    next_attempt_at: row.error === null || row.is_waiting === 0 ? null : toWireTime(row.next_attempt_at),
    updated_at: toWireTime(row.updated_at),
  };
}

export function toWireCopy(row: ArchiveCopyRow): WireArchiveCopy {
  return {
    id: row.id,
    request_id: row.request_id,
    photo_id: row.photo_id,
    kind: row.kind,
    name: row.name,
    status: row.status,
    attempt_count: row.attempt_count,
    error: row.error,
    bytes: row.bytes,
    created_at: toWireTime(row.created_at),
    next_attempt_at: row.status === 'waiting' ? toWireTime(row.next_attempt_at) : null,
    finished_at: toWireTimeOrNull(row.finished_at),
  };
}
