import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { PhotoRefusal } from '../photos/photo-refusal.ts';
import type { PhotoThread, ReceivedPhoto } from '../photos/photo-thread.ts';
import { ServiceError } from '../platform/errors.ts';
import { IncomingMessage } from '../platform/http/node-http.ts';
import { asStorageError } from '../platform/storage/disk-errors.ts';
import type { TemporaryFile } from '../platform/storage/storage.ts';
import { MAX_REPORT_BYTES } from '../shared/capture-report.ts';
import { MAX_PHOTO_BYTES } from '../shared/photo-limits.ts';

const BATCH_BYTES = 512 * 1024;
/** With many uploads at once the batches are smaller, so that memory does not grow with their number. */
const WAITING_BYTES = 8 * 1024 * 1024;
/** Someone may send it byte by byte, and each chunk costs more than its bytes. */
const BATCH_CHUNKS = 256;
/** Slow is welcome, silence is not. */
const STALLED_MS = 60_000;

export interface ReceivedFile extends TemporaryFile, ReceivedPhoto {
  handle: FileHandle;
  /** The line in front of the photo, and how many milliseconds before the end of the photo it was there. */
  report: { text: string; age: number } | undefined;
}

/** Receives bodies into temporary files of the folder. */
export function createFileReceiver(
  folder: string,
  thread: WritingThread,
): (body: Readable, name: string) => Promise<ReceivedFile> {
  const createWriter = createBatchWriters(thread);
  return (body, name) => receiveFile(body, join(folder, name), createWriter);
}

/**
 * Passes a body on to where it is written, hashed and looked at; memory holds a small batch of chunks. A photo that is
 * refused is still read to its end, bounded, since a phone that is cut off never sees the response.
 */
async function receiveFile(
  body: Readable,
  path: string,
  createWriter: CreateBatchWriter,
): Promise<ReceivedFile> {
  const report = createReportReader();
  let received = 0;
  let bytes = 0;
  let refusal: PhotoRefusal | undefined;
  let handle: FileHandle | undefined;
  // A connection makes its chunks for us alone; anyone else may still need theirs.
  const writer = createWriter(path, { ownsChunks: body instanceof IncomingMessage });
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
      if (writer.add(chunk)) refusal = await writer.write().then(undefined, refusalOf);
    }
    if (refusal !== undefined) throw refusal;
    if (bytes === 0) await writer.write();
    // Before the thread closes it: what the disk fails to write from then on is told to whoever has it open.
    handle = await open(path, 'r+');
    const photo = await writer.finish();
    return { path, handle, bytes, ...photo, report: report.read() };
  } catch (error) {
    await handle?.close();
    await writer.abandon();
    await rm(path, { force: true });
    // A connection that breaks is the customer's; anything else of the system is the disk's.
    throw body.errored === null ? asStorageError(error) : error;
  } finally {
    clearTimeout(patience);
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

type WritingThread = Pick<PhotoThread, 'write' | 'finish' | 'abandon'>;
type CreateBatchWriter = ReturnType<typeof createBatchWriters>;

/** Sockets hand out 64 KB and less at a time; passing on each would cost more than what is done with it. */
function createBatchWriters(thread: WritingThread) {
  /** Of all uploads together, until they are written. */
  let waitingBytes = 0;
  return (path: string, { ownsChunks }: { ownsChunks: boolean }) => {
    let batch: Buffer[] = [];
    let bytes = 0;
    let hasBegun = false;
    const pass = async <Result>(write: (chunks: Buffer[]) => Promise<Result>): Promise<Result> => {
      const passed = bytes;
      const chunks = batch;
      batch = [];
      bytes = 0;
      try {
        return await write(chunks);
      } finally {
        waitingBytes -= passed;
      }
    };
    return {
      /** True: it is time to write. */
      add(chunk: Buffer): boolean {
        batch.push(ownsChunks ? chunk : Buffer.from(chunk));
        bytes += chunk.length;
        waitingBytes += chunk.length;
        // The first one at once: it tells whether this is a photo, and whether the disk takes it.
        if (!hasBegun) return true;
        return bytes >= BATCH_BYTES || batch.length >= BATCH_CHUNKS || waitingBytes >= WAITING_BYTES;
      },
      write(): Promise<void> {
        const isFirst = !hasBegun;
        hasBegun = true;
        return pass((chunks) => thread.write(path, chunks, isFirst));
      },
      finish: (): Promise<ReceivedPhoto> => pass((chunks) => thread.finish(path, chunks)),
      /** A thread that has ended holds no file any more. */
      abandon: (): Promise<void> =>
        pass(async () => {
          if (hasBegun) await thread.abandon(path).catch(() => {});
        }),
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

function refusalOf(error: unknown): PhotoRefusal {
  if (error instanceof PhotoRefusal) return error;
  throw error;
}
