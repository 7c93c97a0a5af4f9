import { createHash, hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { PhotoRow } from '../platform/db/tables.ts';
import { ServiceError } from '../platform/errors.ts';
import { release } from '../platform/release.ts';
import { translated } from '../platform/storage/disk-errors.ts';
import {
  type ByteRange,
  RangeNotSatisfiableError,
  type Storage,
  StorageUnavailableError,
  type TemporaryFile,
} from '../platform/storage/storage.ts';
import { photoKey } from './keys.ts';

/** What was acknowledged, and must therefore be what is stored: the original, unless it says where else it lies. */
export type Acknowledged = Pick<PhotoRow, 'id' | 'bytes' | 'sha256'> & { key?: string };

export type FileFault = 'missing' | 'damaged';

const RETRY_AFTER_SECONDS = 5;

/**
 * The storage does not return what was acknowledged. Never the customer's fault, and often over in a moment: a storage that
 * is mounted wrongly, overloaded or broken returns short, wrong or no bytes of files that are in order.
 */
export class PhotoFileError extends ServiceError {
  readonly fault: FileFault;

  constructor({ id }: Pick<Acknowledged, 'id'>, fault: FileFault, reason: string) {
    super(
      'service_unavailable',
      'A photo cannot be read from the storage right now. Try again in a moment.',
      {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        cause: new Error(`The file of ${id} ${reason}`),
      },
    );
    this.name = 'PhotoFileError';
    this.fault = fault;
  }
}

/** The chunks of a stored photo. The last one comes only once all of them are known to be what was acknowledged. */
export async function* storedPhotoChunks(
  storage: Pick<Storage, 'open'>,
  photo: Acknowledged,
): AsyncGenerator<Buffer> {
  const file = await storage.open(photo.key ?? photoKey(photo.id));
  if (file === undefined) throw new PhotoFileError(photo, 'missing', 'is not in the storage');
  const digest = createHash('sha256');
  let bytes = 0;
  let held: Buffer | undefined;
  for await (const chunk of file.stream as AsyncIterable<Buffer>) {
    if (held !== undefined) yield held;
    digest.update(chunk);
    bytes += chunk.length;
    // Left early: an endless response is not read to its end.
    if (bytes > photo.bytes) break;
    held = chunk;
  }
  if (bytes !== photo.bytes) {
    throw new PhotoFileError(photo, 'damaged', `does not have the ${photo.bytes} bytes that were received`);
  }
  if (digest.digest('hex') !== photo.sha256) {
    throw new PhotoFileError(photo, 'damaged', 'does not have the SHA-256 that was received');
  }
  if (held !== undefined) yield held;
}

/** Before any of it is sent: what is missing afterwards can only be cut off. */
export async function requireStored(storage: Pick<Storage, 'size'>, photo: Acknowledged): Promise<void> {
  const bytes = await storage.size(photo.key ?? photoKey(photo.id));
  if (bytes === undefined) throw new PhotoFileError(photo, 'missing', 'is not in the storage');
  if (bytes !== photo.bytes) throw new PhotoFileError(photo, 'damaged', `has ${bytes} bytes in the storage`);
}

/** A file of a photo of which no more is known, or no more can be checked in a part of it, than its length. */
export type StoredLength = Required<Pick<Acknowledged, 'id' | 'key' | 'bytes'>>;

export async function openStored(
  storage: Pick<Storage, 'open'>,
  file: StoredLength,
  range: ByteRange | undefined,
): Promise<Readable> {
  const opened = await storage.open(file.key, range).catch((error) => {
    if (!(error instanceof RangeNotSatisfiableError)) throw error;
    throw new PhotoFileError(file, 'damaged', `ends before byte ${range?.start} in the storage`);
  });
  if (opened === undefined) throw new PhotoFileError(file, 'missing', 'is not in the storage');
  const { stream, bytes } = opened;
  if (bytes === file.bytes) return stream;
  stream.destroy();
  throw new PhotoFileError(file, 'damaged', `has ${bytes} bytes in the storage`);
}

/** The whole photo, which is as large as one upload at most. */
export async function readStoredPhoto(storage: Pick<Storage, 'open'>, photo: Acknowledged): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(photo.bytes);
  let at = 0;
  for await (const chunk of storedPhotoChunks(storage, photo)) {
    at += chunk.copy(whole, at);
    release(chunk);
  }
  return whole;
}

/** A photo that was received. It may be stored meanwhile, which moves or deletes its file. */
export async function readReceivedPhoto(file: TemporaryFile & { handle: FileHandle }): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(file.bytes);
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await translated(() => file.handle.read(bytes, at, bytes.length - at, at));
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  if (hash('sha256', bytes, 'hex') !== file.sha256Hex) {
    throw new StorageUnavailableError(
      new Error(`${file.path} does not have the bytes that were written to it`),
    );
  }
  return bytes;
}
