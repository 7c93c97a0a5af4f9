import { z } from 'zod';

/** The names in an archive, in the order they stand in it. */
export const HEAD = 'shutterpost-backup.json';
/** Each stored file by its key. */
export const FILES = 'files/';
export const DATABASE = 'shutterpost.db';
export const SECRET_KEY = 'secret-key';
export const MANIFEST = 'manifest.jsonl';
/** The SHA-256 of the manifest: the last word, without which nothing counts. */
export const SEAL = 'manifest.sha256';

export const FORMAT = 1;
export const MAX_HEAD_BYTES = 64 * 1024;
export const MAX_SECRET_KEY_BYTES = 4096;

/** What can be said at the start: what this file is. */
export const headSchema = z.object({
  format: z.number(),
  version: z.string(),
  created_at: z.string(),
});

/** The manifest's first line; each of the others names one file. */
export const summarySchema = z.object({
  schema_version: z.number(),
  files: z.number(),
  bytes: z.number(),
  workspaces: z.number(),
  photo_requests: z.number(),
  photos: z.number(),
  has_secret_key: z.boolean(),
  /** Photos whose files were not there when the backup was created, or not as they were received. */
  photos_missing: z.number(),
  photos_damaged: z.number(),
});
export type Summary = z.infer<typeof summarySchema>;

export const fileLineSchema = z.strictObject({
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
});
export type FileLine = z.infer<typeof fileLineSchema>;
