import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { PhotoRow } from '../platform/db/tables.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { Images } from './images.ts';
import { photoKey, thumbnailKey } from './keys.ts';
import { PhotoRefusal } from './photo-refusal.ts';
import type { PhotoRepository } from './repository.ts';

/** Up to so many uploads at once are checked before they are acknowledged. */
const UNHURRIED = 2;
/** More than these are checked when they are submitted. */
const MOST_POSTPONED = 1_000;

/** A node that is alive has decoded what it put off by then; what a dead one left behind is looked for so long. */
const LEFT_BEHIND_MS = 60_000;
const LOOKED_FOR_MS = 600_000;
const LEFT_BEHIND_BATCH = 20;

export type PhotoChecks = ReturnType<typeof createPhotoChecks>;

/**
 * Decoding a photo takes several times as long as receiving it. In a rush uploads are acknowledged when they are durable
 * and well-formed, and decoded when it is over; at the latest before they are submitted or shown.
 */
export function createPhotoChecks(deps: {
  database: Database;
  repository: PhotoRepository;
  storage: Storage;
  images: Images;
  clock: Clock;
}) {
  const { database, repository, storage, images, clock } = deps;
  let underWay = 0;
  let postponed: string[] = [];
  let catchingUp = Promise.resolve();

  async function shrink(photo: PhotoRow): Promise<Buffer | undefined> {
    const key = photoKey(photo.id);
    const local = storage.localPath(key);
    if (local !== undefined) {
      return (await storage.size(key)) === undefined
        ? undefined
        : (await images.checkAndShrink(local)).thumbnail;
    }
    const stored = await storage.open(key);
    if (stored === undefined) return undefined;
    const copy = join(storage.temporaryFolder, `check-${photo.id}-${process.hrtime.bigint()}`);
    try {
      await pipeline(stored.stream, createWriteStream(copy, { mode: 0o600 }));
      return (await images.checkAndShrink(copy)).thumbnail;
    } finally {
      await rm(copy, { force: true });
    }
  }

  /** False when it is damaged. */
  async function ensure(photo: PhotoRow): Promise<boolean> {
    if (photo.checked_at !== null) return true;
    try {
      const thumbnail = await shrink(photo);
      // Removed meanwhile, or its file is lost: then it must be taken again.
      if (thumbnail === undefined) return (await repository.findLinked(photo.id)) === undefined;
      await storage.putBytes(thumbnailKey(photo.id), thumbnail, 'image/jpeg');
      const isThere = await database.write((trx) => repository.markChecked(trx, photo.id, clock()));
      // Replaced or removed meanwhile.
      if (!isThere) await storage.delete(thumbnailKey(photo.id));
      return true;
    } catch (error) {
      if (error instanceof PhotoRefusal) return false;
      throw error;
    }
  }

  async function catchUp(): Promise<void> {
    while (underWay <= UNHURRIED) {
      const id = postponed.shift();
      if (id === undefined) return;
      // What cannot be checked now is checked when it is submitted.
      await repository
        .findLinked(id)
        .then((photo) => photo && ensure(photo))
        .catch(() => {});
    }
  }

  return {
    ensure,

    /** Runs an upload; it is told whether there is time to check its photo at once. */
    async during<T>(upload: (hasTime: () => boolean) => Promise<T>): Promise<T> {
      underWay += 1;
      try {
        return await upload(() => underWay <= UNHURRIED);
      } finally {
        underWay -= 1;
        if (postponed.length > 0) catchingUp = catchingUp.then(catchUp);
      }
    },

    postpone(photoId: string): void {
      if (postponed.length < MOST_POSTPONED) postponed.push(photoId);
    },

    /** For any node: what the one that took the photos could not decode any more. Each is tried a few times at most. */
    async checkLeftBehind(isStopped: () => boolean): Promise<void> {
      const to = clock() - LEFT_BEHIND_MS;
      for (let from = clock() - LOOKED_FOR_MS; ; ) {
        const photos = await repository.uncheckedBetween(from, to, LEFT_BEHIND_BATCH);
        for (const photo of photos) if (!isStopped()) await ensure(photo);
        from = photos.at(-1)?.received_at ?? to;
        if (photos.length < LEFT_BEHIND_BATCH || isStopped()) return;
      }
    },

    /** Ends the catching up; what is left is checked when it is submitted. */
    async stop(): Promise<void> {
      postponed = [];
      await catchingUp;
    },
  };
}
