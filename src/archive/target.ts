import type { ArchiveRow } from '../platform/db/tables.ts';
import type { TargetFailure } from './failures.ts';

/** What is copied. */
export interface OutgoingFile {
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
  contentType: string;
  /** From the beginning, as often as it is asked for. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** The workspace's bucket or folder. Neither function throws; undefined is success. */
export interface ArchiveTarget {
  /** Whatever has this name is replaced, by the whole file or not at all. */
  put(name: string, file: OutgoingFile): Promise<TargetFailure | undefined>;
  delete(name: string): Promise<TargetFailure | undefined>;
}

/** Where an archive is, and what opens it. */
export type ArchiveAccess = Pick<ArchiveRow, 'kind' | 'url' | 'region' | 'bucket' | 'prefix' | 'username'> & {
  /** As it was typed. */
  password: string;
};

export type OpenTarget = (access: ArchiveAccess) => ArchiveTarget;
