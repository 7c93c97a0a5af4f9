import type { Selectable } from 'kysely';
import type { Environment, Flag } from './owner.ts';

export type ArchiveKind = 's3' | 'webdav';
/** Which renditions of the photos are copied. */
export type ArchivedPhotos = 'originals' | 'sealed' | 'both' | 'none';

/** Where an environment of a workspace keeps copies of its own, and the lease of whoever copies. */
export interface ArchiveTable {
  id: string;
  workspace_id: string;
  environment: Environment;
  kind: ArchiveKind;
  /** Of the S3 server, or of the WebDAV folder. */
  url: string;
  /** Of S3 alone, as are bucket and prefix; empty otherwise. */
  region: string;
  bucket: string;
  prefix: string;
  /** The access key id, or the user name. */
  username: string;
  /** Sealed. */
  secret: string;
  photos: ArchivedPhotos;
  with_report: Flag;
  with_request: Flag;
  pattern: string;
  only_approved: Flag;
  /** Whether a copy waits. */
  is_waiting: Flag;
  /** Goes up with every lease and every change of the settings: whoever holds an older one has lost it. */
  attempt_count: number;
  /** When it is due; while it is leased, when the lease ends. */
  next_attempt_at: number;
  leased_by: string | null;
  /** How often in a row the archive itself failed, and how the last time. */
  failures: number;
  error: string | null;
  created_at: number;
  updated_at: number;
}

export type ArchiveCopyKind = 'original' | 'sealed' | 'report' | 'request';
export type ArchiveCopyStatus = 'waiting' | 'done' | 'failed';

/** One file of a request, on its way to the archive or there. */
export interface ArchiveCopyTable {
  id: string;
  workspace_id: string;
  environment: Environment;
  request_id: string;
  kind: ArchiveCopyKind;
  /** null: of the request as a whole. */
  photo_id: string | null;
  /** The path in the archive, below its prefix. */
  name: string;
  status: ArchiveCopyStatus;
  /** Since it was last queued. */
  attempt_count: number;
  next_attempt_at: number;
  /** Goes up each time it is queued: what was begun before does not count as done. */
  version: number;
  error: string | null;
  bytes: number | null;
  created_at: number;
  queued_at: number;
  finished_at: number | null;
}

export type ArchiveRow = Selectable<ArchiveTable>;
export type ArchiveCopyRow = Selectable<ArchiveCopyTable>;
