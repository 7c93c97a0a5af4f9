import { StorageUnavailableError } from '../platform/storage/storage.ts';
import { createTaskThread } from '../platform/task-thread.ts';
import type { Look } from './evidence/look.ts';
import type { Pixels } from './evidence/pixels.ts';
import { imagesUnavailable } from './image-library.ts';
import type { JpegFacts } from './jpeg-structure.ts';
import { PhotoRefusal, type PhotoRefusalCode } from './photo-refusal.ts';

/** Bytes with memory of their own, which can be moved from thread to thread. */
export type OwnBytes = Uint8Array<ArrayBuffer>;

/** A photo whose codes were followed to their end. */
export interface Followed {
  width: number;
  height: number;
  /** A picture of a quarter of the width and height; or the photo, where the image library must decode it. */
  decoded: { pixels: Pixels } | { photo: OwnBytes };
}

/** A photo that was received to its end. */
export interface ReceivedPhoto {
  sha256Hex: string;
  facts: JpegFacts;
}

/** What is done in the thread. */
export interface PhotoWork {
  /** Writes the next chunks of a photo to its temporary file, and hashes and inspects them; the first ones create the file. */
  write(path: string, chunks: OwnBytes[], isFirst: boolean): void;
  /** The same for the last chunks. */
  finish(path: string, chunks: OwnBytes[]): ReceivedPhoto;
  /** Nothing more is written. The file stays. */
  abandon(path: string): void;
  /** Refuses what is not an image up to its very end. */
  follow(photo: OwnBytes): Promise<Followed>;
  look(pixels: Pixels): Look;
}

type Name = keyof PhotoWork;
type Result<Of extends Name> = Awaited<ReturnType<PhotoWork[Of]>>;

export type PhotoTask = { [Of in Name]: { name: Of; args: Parameters<PhotoWork[Of]> } }[Name];

/** Errors lose their class on the way out of a thread. */
export type PhotoOutcome =
  | { result: Result<Name> }
  | { refusal: { code: PhotoRefusalCode; reason: string } }
  /** Of the disk. */
  | { fault: { code: string | undefined; message: string } };

export type PhotoThread = ReturnType<typeof createPhotoThread>;

const ENTRY = 'src/photos/photo-thread-entry.ts';
const MEMORY_MB = 64;
/** What it has begun is lost when it is ended; a disk may be slow for a while. */
const LONGEST_MS = 120_000;

/**
 * What photos demand of the processor is done in a thread of its own, beside all other calls. It has begun files, and a phone may
 * take minutes for its next chunk; so it does not end.
 */
export function createPhotoThread() {
  const run = createTaskThread<PhotoTask, PhotoOutcome>({
    entry: ENTRY,
    what: 'Working on a photo',
    memoryMb: MEMORY_MB,
    idleMs: Number.POSITIVE_INFINITY,
    longestMs: LONGEST_MS,
  });

  async function ask<Of extends Name>(
    name: Of,
    args: Parameters<PhotoWork[Of]>,
    moved: OwnBytes[] = [],
  ): Promise<Result<Of>> {
    const outcome = await attempt({ name, args } as PhotoTask, moved);
    if ('refusal' in outcome) throw new PhotoRefusal(outcome.refusal.code, outcome.refusal.reason);
    if ('fault' in outcome) throw new StorageUnavailableError(Object.assign(new Error(), outcome.fault));
    return outcome.result as Result<Of>;
  }

  /** A thread that could not start, ended, or took too long says nothing about the photo. */
  async function attempt(task: PhotoTask, moved: OwnBytes[]): Promise<PhotoOutcome> {
    try {
      return await run(
        task,
        moved.map(({ buffer }) => buffer),
      );
    } catch (cause) {
      throw imagesUnavailable(cause);
    }
  }

  return {
    write(path: string, chunks: Buffer[], isFirst: boolean): Promise<void> {
      const moved = chunks.map(ownBytes);
      return ask('write', [path, moved, isFirst], moved);
    },
    finish(path: string, chunks: Buffer[]): Promise<ReceivedPhoto> {
      const moved = chunks.map(ownBytes);
      return ask('finish', [path, moved], moved);
    },
    abandon: (path: string) => ask('abandon', [path]),
    follow(photo: Buffer): Promise<Followed> {
      const moved = ownBytes(photo);
      return ask('follow', [moved], [moved]);
    },
    look: (pixels: Pixels) => ask('look', [pixels]),
  };
}

/** Small buffers share their memory with others. */
function ownBytes(bytes: Buffer): OwnBytes {
  const { buffer } = bytes;
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length;
  return isOwn ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
