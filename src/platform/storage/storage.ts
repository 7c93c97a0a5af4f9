import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** A finished file in the storage's temporary folder, and what was streamed into it. */
export interface TemporaryFile {
  path: string;
  /** Still open: whoever wrote the file has counted its bytes, and closes it. */
  handle?: FileHandle;
  bytes: number;
  sha256Hex: string;
}

/** Both ends are included, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  key: string;
  bytes: number;
  /** Milliseconds since 1970. */
  modifiedAt: number;
}

export interface PresignOptions {
  expiresInSeconds: number;
  downloadName: string;
  contentType: string;
  /** Whether a browser shows or saves it; saves when absent. */
  disposition?: 'inline' | 'attachment';
}

/**
 * Where photos, thumbnails and logos are. Every function rejects with StorageUnavailableError when the disk or the S3
 * server fails, and so do the streams of files.
 */
export interface Storage {
  readonly kind: 'disk' | 's3';

  /** Where a file must be written that `put` shall take over. */
  readonly temporaryFolder: string;

  /**
   * Takes over a temporary JPEG file: it is durable under its key when this resolves, and gone from the temporary
   * folder whether this succeeds or not. Rejects with FileChangedError when the file is not what was streamed into it.
   */
  put(key: string, file: TemporaryFile): Promise<void>;

  /** For what is small: durable when it resolves. */
  putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;

  /**
   * Undefined when there is no such file; a RangeNotSatisfiableError when the range begins behind its end. `bytes` is the
   * size of the whole file, as the storage tells it now. A stream that is not read to its end must be destroyed.
   */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; bytes: number } | undefined>;

  size(key: string): Promise<number | undefined>;

  /** Of many files, in as few calls as the storage allows; those that are not there are not in it. */
  sizes(keys: string[]): Promise<Map<string, number>>;

  /** Where the file lies, if it is there, for a library that wants a path; undefined when it is on no disk. */
  localPath(key: string): string | undefined;

  /** Deleting what is not there succeeds. */
  delete(key: string): Promise<void>;

  /** Many, in as few calls as the storage allows: those that could not be deleted, and why. */
  deleteAll(keys: string[]): Promise<Map<string, unknown>>;

  /** All files whose key begins like this, one after the other, in no particular order. */
  list(prefix: string): AsyncIterable<StoredFile>;

  /** Whether there was something to move. On S3 both may exist if the process ends in between: move again. */
  move(from: string, to: string): Promise<boolean>;

  /** An address that hands out the file without this service; undefined when the storage has none. */
  presign(key: string, options: PresignOptions): Promise<string | undefined>;

  /** Rejects when nothing can be stored. */
  ping(): Promise<void>;

  /** Removes temporary files that no one has touched for so long; says how many. */
  clearAbandonedTemporaries(olderThanMs: number): Promise<number>;

  close(): Promise<void>;
}

/** The storage cannot be reached or cannot write at the moment; the same call may succeed later. */
export class StorageUnavailableError extends Error {
  constructor(cause: unknown) {
    super(`The storage is not available: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = 'StorageUnavailableError';
  }
}

/** The bytes to be stored are not those that were hashed and counted; nothing was stored. */
export class FileChangedError extends Error {
  constructor(key: string, cause?: unknown) {
    super(`The file for ${key} has changed since it was received`, { cause });
    this.name = 'FileChangedError';
  }
}

/** The range is empty or begins behind the end of the file. */
export class RangeNotSatisfiableError extends Error {
  constructor(key: string, range: ByteRange) {
    super(`${key} has no bytes ${range.start}-${range.end}`);
    this.name = 'RangeNotSatisfiableError';
  }
}
