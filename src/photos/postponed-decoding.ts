import { type Clock, monotonicClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { PhotoRow } from '../platform/db/tables.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { decodedColumns, traitsOf } from './evidence/traits.ts';
import type { CheckedPhoto, FollowedPhoto, Images } from './images.ts';
import { photoKey, quarantineKey, thumbnailKey } from './keys.ts';
import { PhotoRefusal } from './photo-refusal.ts';
import type { PhotoRepository } from './repository.ts';
import { PhotoFileError, readStoredPhoto } from './stored-photo.ts';

/** Up to so many uploads at once are decoded before they are acknowledged. */
const UNHURRIED = 2;
/** More than these are checked when they are submitted. */
const MAX_POSTPONED = 1_000;
/** While so many acknowledged photos are in memory, others are checked to their end before they are acknowledged. */
const MAX_HELD = 2;

/** A node that is alive has decoded what it put off by then; what a dead one left behind is looked for so long. */
const LEFT_BEHIND_MS = 60_000;
const LOOKED_FOR_MS = 600_000;
const LEFT_BEHIND_BATCH = 20;
/** A storage that fails for a moment is waited for; after that the phone, which still has the photo, sends it again. */
const LOST_AFTER_MS = 60_000;
/** So many photos that cannot be read are remembered; beyond that the longest known ones are waited for again. */
const MAX_UNREADABLE = 1_000;

/**
 * `damaged`: the file is byte for byte what was acknowledged, and is no image. `lost`: the storage does not return what was
 * acknowledged; the photo can be sent again, which replaces it.
 */
export type PhotoState = 'fine' | 'damaged' | 'lost';

export type PostponedDecoding = ReturnType<typeof createPostponedDecoding>;

/**
 * Decoding a photo takes several times as long as receiving it. In a rush uploads are acknowledged when they are durable
 * and well-formed, and decoded when it is over; at the latest before they are submitted or shown. Otherwise large photos
 * are acknowledged once their codes were followed, and what is left to do with them comes right afterwards.
 */
export function createPostponedDecoding(deps: {
  database: Database;
  repository: PhotoRepository;
  storage: Storage;
  images: Images;
  clock: Clock;
  monotonic?: Clock | undefined;
  log?: Pick<Log, 'error' | 'warn'> | undefined;
  metrics?: Pick<Metrics, 'photoSetAside'> | undefined;
}) {
  const { database, repository, storage, images, clock, monotonic = monotonicClock, log, metrics } = deps;
  let underWay = 0;
  let postponed: string[] = [];
  /** Acknowledged photos that need not be decoded again. */
  const held = new Map<string, FollowedPhoto>();
  let catchingUp: Promise<unknown> = Promise.resolve();
  /** Under way, by what they are to bring about. */
  const checks = new Map<string, Promise<PhotoState>>();
  /** What the storage does not return, and since when: a photo's age says nothing about that. */
  const unreadable = new Map<string, { photo: PhotoRow; since: number }>();

  function isLostBy(photo: PhotoRow): boolean {
    // Someone who sets the clock forward must not have photos taken again that the storage returns in a moment.
    const now = monotonic();
    const seen = unreadable.get(photo.id);
    const [oldest] = unreadable.keys();
    if (seen === undefined && unreadable.size >= MAX_UNREADABLE && oldest !== undefined)
      unreadable.delete(oldest);
    const since = seen?.since ?? now;
    unreadable.set(photo.id, { photo, since });
    return now - since >= LOST_AFTER_MS;
  }

  async function decode(photo: PhotoRow): Promise<CheckedPhoto> {
    const followed = held.get(photo.id);
    const checked = followed && (await images.shrink(followed).catch(() => undefined));
    held.delete(photo.id);
    return checked ?? images.checkAndShrink(() => readStoredPhoto(storage, photo));
  }

  async function check(photo: PhotoRow): Promise<void> {
    const { thumbnail, look } = await decode(photo).catch((error) => {
      // One wrong response of a storage is no proof: it is asked a second time.
      if (error instanceof PhotoFileError) return decode(photo);
      throw error;
    });
    await storage.putBytes(thumbnailKey(photo.id), thumbnail, 'image/jpeg');
    const decoded = { ...decodedColumns(traitsOf(photo), look), checked_at: clock() };
    const isThere = await database.write((trx) => repository.markChecked(trx, photo.id, decoded));
    // Replaced or deleted meanwhile.
    if (!isThere) await storage.delete(thumbnailKey(photo.id));
  }

  /** What is wrong with the photo itself; any other failure is thrown on, to be tried again. */
  async function stateAfter(error: unknown, photo: PhotoRow): Promise<PhotoState> {
    const isDamaged = error instanceof PhotoRefusal;
    if (!isDamaged && !(error instanceof PhotoFileError)) throw error;
    // Removed meanwhile: then nothing is wrong.
    if ((await repository.findLinked(photo.id)) === undefined) {
      unreadable.delete(photo.id);
      return 'fine';
    }
    const line = { err: error, ...idsOf(photo) };
    if (isDamaged) {
      unreadable.delete(photo.id);
      log?.error(line, 'A photo is stored exactly as it was received, but cannot be decoded');
      return 'damaged';
    }
    log?.error(line, 'The file of a photo is missing from the storage or differs from what was received');
    if (photo.checked_at !== null || !isLostBy(photo)) throw error;
    return 'lost';
  }

  async function stateOnceChecked(photo: PhotoRow): Promise<PhotoState> {
    try {
      await check(photo);
      unreadable.delete(photo.id);
      return 'fine';
    } catch (error) {
      return stateAfter(error, photo);
    }
  }

  /** Anyone can ask for the same photo many times at once: all of them wait for one result. */
  function once(key: string, work: () => Promise<PhotoState>): Promise<PhotoState> {
    let running = checks.get(key);
    if (running === undefined) {
      running = work().finally(() => checks.delete(key));
      checks.set(key, running);
    }
    return running;
  }

  /** Decodes it unless that was done before. Throws when that is not possible right now. */
  async function ensure({ id, checked_at }: Pick<PhotoRow, 'id' | 'checked_at'>): Promise<PhotoState> {
    if (checked_at !== null) return 'fine';
    return once(id, async () => {
      // Whoever asks may have read the row before it was decoded.
      const photo = await repository.findLinked(id);
      if (photo?.checked_at === null) return stateOnceChecked(photo);
      unreadable.delete(id);
      held.delete(id);
      return 'fine';
    });
  }

  async function catchUp(): Promise<void> {
    while (underWay <= UNHURRIED) {
      const id = postponed.shift();
      if (id === undefined) return;
      // What cannot be checked now is checked when it is submitted.
      await ensure({ id, checked_at: null })
        .catch((error) => log?.warn({ err: error, photo_id: id }, 'A photo could not be decoded yet'))
        // Whatever came of it, its memory is given back.
        .finally(() => held.delete(id));
    }
  }

  return {
    ensure,

    /** Creates the thumbnail of a decoded photo again, unless it is there. */
    restoreThumbnail(photo: PhotoRow): Promise<PhotoState> {
      const key = thumbnailKey(photo.id);
      return once(key, async () => {
        if ((await storage.size(key)) !== undefined) return 'fine';
        return stateOnceChecked(photo);
      });
    },

    /** Whether the phone should send it again, because the storage does not return it. */
    async isLost(photo: PhotoRow): Promise<boolean> {
      const isNew = clock() - photo.received_at < LOST_AFTER_MS;
      return photo.checked_at === null && !isNew && (await ensure(photo)) === 'lost';
    },

    /** The photos of a slot that the storage does not return. Their files may turn up again. */
    unreadableIn(requestId: string, slotIndex: number): PhotoRow[] {
      const photos = [...unreadable.values()].map(({ photo }) => photo);
      return photos.filter((photo) => photo.request_id === requestId && photo.slot_index === slotIndex);
    },

    /** After their rows are gone. What cannot be moved now, the reconciler moves. */
    async quarantine(photos: PhotoRow[]): Promise<void> {
      for (const photo of photos) {
        const key = photoKey(photo.id);
        unreadable.delete(photo.id);
        metrics?.photoSetAside();
        log?.error({ ...idsOf(photo), storage_key: quarantineKey(key) }, 'A photo was quarantined');
        await storage
          .move(key, quarantineKey(key))
          .catch((error) => log?.warn({ err: error, ...idsOf(photo) }, 'A photo could not be moved yet'));
      }
    },

    /** Runs an upload; it is told whether there is time to check its photo at once. */
    async during<T>(upload: (hasTime: () => boolean) => Promise<T>): Promise<T> {
      underWay += 1;
      try {
        return await upload(() => underWay <= UNHURRIED);
      } finally {
        underWay -= 1;
        // Two at a time: while one is in the image library's threads, the codes of the other are followed.
        if (postponed.length > 0) catchingUp = catchingUp.then(() => Promise.all([catchUp(), catchUp()]));
      }
    },

    /** Whether a photo that was followed may stay in memory until it is shrunk. */
    mayHold: (): boolean => held.size < MAX_HELD,

    /** Those in memory come first. */
    postpone(photoId: string, followed?: FollowedPhoto): void {
      if (followed !== undefined) {
        held.set(photoId, followed);
        postponed.unshift(photoId);
      } else if (postponed.length < MAX_POSTPONED) postponed.push(photoId);
    },

    /** For any node: what the one that took the photos could not decode any more. Each is tried a few times at most. */
    async checkLeftBehind(isStopped: () => boolean): Promise<void> {
      let failure: { error: unknown } | undefined;
      const to = clock() - LEFT_BEHIND_MS;
      for (let from = clock() - LOOKED_FOR_MS; ; ) {
        const photos = await repository.uncheckedBetween(from, to, LEFT_BEHIND_BATCH);
        for (const photo of photos) {
          if (isStopped()) break;
          // One that cannot be read must not keep the others waiting.
          await ensure(photo).catch((error) => {
            failure ??= { error };
          });
        }
        from = photos.at(-1)?.received_at ?? to;
        if (photos.length < LEFT_BEHIND_BATCH || isStopped()) break;
      }
      if (failure !== undefined) throw failure.error;
    },

    /** Ends the catching up with what is in memory; what is left is checked when it is submitted. */
    async stop(): Promise<void> {
      postponed = postponed.filter((id) => held.has(id));
      await catchingUp;
    },
  };
}

function idsOf({ id, request_id, workspace_id, sha256 }: PhotoRow) {
  return { photo_id: id, request_id, workspace_id, sha256 };
}
