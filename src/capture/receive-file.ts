import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createJpegInspector, type JpegFacts } from '../photos/jpeg-structure.ts';
import { PhotoRefusal } from '../photos/photo-refusal.ts';
import { ServiceError } from '../platform/errors.ts';
import { IncomingMessage } from '../platform/http/node-http.ts';
import { release } from '../platform/release.ts';
import { asStorageError } from '../platform/storage/disk-errors.ts';
import { StorageUnavailableError, type TemporaryFile } from '../platform/storage/storage.ts';
import { MAX_REPORT_BYTES } from '../shared/capture-report.ts';
import { MAX_PHOTO_BYTES } from '../shared/photo-limits.ts';

const BATCH_BYTES = 512 * 1024;
/** With many uploads at once the batches are smaller, so that memory does not grow with their number. */
const WAITING_BYTES = 4 * 1024 * 1024;
/** Someone may send it byte by byte, and each chunk costs more than its bytes. */
const BATCH_CHUNKS = 256;
/** Slow is welcome, silence is not. */
const STALLED_MS = 60_000;

export interface ReceivedFile extends TemporaryFile {
  handle: FileHandle;
  facts: JpegFacts;
  /** The line in front of the photo, and how many milliseconds before the end of the photo it was there. */
  report: { text: string; age: number } | undefined;
}

/** Receives bodies into temporary files of the folder. */
export function createFileReceiver(folder: string): (body: Readable, name: string) => Promise<ReceivedFile> {
  const createWriter = createBatchWriters();
  return (body, name) => receiveFile(body, join(folder, name), createWriter);
}

/**
 * Writes a body to a temporary file while it is hashed and looked at; memory holds a small batch of chunks. A photo that is
 * refused is still read to its end, bounded, since a phone that is cut off never sees the response.
 */
async function receiveFile(
  body: Readable,
  path: string,
  createWriter: CreateBatchWriter,
): Promise<ReceivedFile> {
  const inspector = createJpegInspector();
  const hash = createHash('sha256');
  const report = createReportReader();
  let received = 0;
  let bytes = 0;
  let refusal: PhotoRefusal | undefined;
  const file = await open(path, 'wx', 0o600).catch((error) => {
    throw asStorageError(error);
  });
  // A connection makes its chunks for us alone; anyone else may still need theirs.
  const writer = createWriter(file, { ownsChunks: body instanceof IncomingMessage });
  const patience = setTimeout(() => body.destroy(stalled()), STALLED_MS);
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      patience.refresh();
      received += piece.length;
      if (received > MAX_PHOTO_BYTES) throw tooLarge();
      if (refusal !== undefined) continue;
      const chunk = report.take(piece);
      if (chunk.length === 0) continue;
      bytes += chunk.length;
      refusal = inspect(() => inspector.push(chunk));
      if (refusal !== undefined) continue;
      hash.update(chunk);
      await writer.add(chunk);
    }
    await writer.flush();
    let facts: JpegFacts | undefined;
    refusal ??= inspect(() => {
      facts = inspector.finish();
    });
    if (refusal !== undefined || facts === undefined) throw refusal;
    return { path, handle: file, bytes, sha256Hex: hash.digest('hex'), facts, report: report.read() };
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    // A connection that breaks is the customer's; anything else of the system is the disk's.
    throw body.errored === null ? asStorageError(error) : error;
  } finally {
    clearTimeout(patience);
    writer.drop();
  }
}

const OPENING_BRACE = 0x7b;
const LINE_END = 0x0a;

/** Takes the line of JSON off the front of a body. A photo begins with another byte, so there need not be one. */
function createReportReader() {
  let line: Buffer[] | undefined;
  let bytes = 0;
  let isOver = false;
  let endedAt = 0;
  return {
    /** What of the chunk belongs to the photo. */
    take(chunk: Buffer): Buffer {
      if (isOver) return chunk;
      if (line === undefined && chunk[0] !== OPENING_BRACE) {
        isOver = chunk.length > 0;
        return chunk;
      }
      line ??= [];
      const end = chunk.indexOf(LINE_END);
      const part = end === -1 ? chunk : chunk.subarray(0, end);
      bytes += part.length;
      if (bytes > MAX_REPORT_BYTES)
        throw new ServiceError('photo_not_jpeg', 'What comes before the photo is too long.');
      line.push(Buffer.from(part));
      isOver = end !== -1;
      endedAt = performance.now();
      return isOver ? chunk.subarray(end + 1) : chunk.subarray(chunk.length);
    },
    read: () =>
      line === undefined
        ? undefined
        : { text: Buffer.concat(line).toString('utf8'), age: performance.now() - endedAt },
  };
}

interface BatchWriter {
  add(chunk: Buffer): Promise<void>;
  flush(): Promise<void>;
  /** What an upload that failed had not written yet. */
  drop(): void;
}

type CreateBatchWriter = (file: FileHandle, options: { ownsChunks: boolean }) => BatchWriter;

/** Sockets hand out 64 KB and less at a time; a trip to the thread pool for each would cost more than the writing. */
function createBatchWriters(): CreateBatchWriter {
  /** Of all uploads together. */
  let waitingBytes = 0;
  return (file, { ownsChunks }) => {
    let batch: Buffer[] = [];
    let bytes = 0;
    const drop = () => {
      waitingBytes -= bytes;
      batch = [];
      bytes = 0;
    };
    const flush = async () => {
      const full = batch;
      const size = bytes;
      drop();
      if (full.length === 0) return;
      const { bytesWritten } = await file.writev(full);
      if (bytesWritten !== size) throw new StorageUnavailableError(new Error('A batch was written in part'));
      if (ownsChunks) full.forEach(release);
    };
    return {
      flush,
      drop,
      async add(chunk) {
        batch.push(chunk);
        bytes += chunk.length;
        waitingBytes += chunk.length;
        const isFull = bytes >= BATCH_BYTES || batch.length >= BATCH_CHUNKS || waitingBytes >= WAITING_BYTES;
        if (isFull) await flush();
      },
    };
  };
}

export function tooLarge(): ServiceError {
  return new ServiceError('photo_too_large', `A photo can be at most ${MAX_PHOTO_BYTES / 2 ** 20} MB.`);
}

function stalled(): ServiceError {
  return new ServiceError('service_unavailable', 'The upload stalled. Try again.', {
    retryAfterSeconds: 1,
  });
}

function inspect(look: () => void): PhotoRefusal | undefined {
  try {
    look();
    return undefined;
  } catch (error) {
    if (error instanceof PhotoRefusal) return error;
    throw error;
  }
}
