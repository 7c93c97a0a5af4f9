import { createImages } from './photos/images.ts';
import { createPhotoLinks } from './photos/links.ts';
import type { PhotoThread } from './photos/photo-thread.ts';
import { createPostponedDecoding } from './photos/postponed-decoding.ts';
import { createPhotoRepository } from './photos/repository.ts';
import { createStoredFileAudit } from './photos/stored-file-audit.ts';
import { createPhotoUpkeep } from './photos/upkeep.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import type { Secrets } from './platform/secrets.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { Platform } from './service-platform.ts';

const HOUR_MS = 3_600_000;

/** Photos: their rows, how they are decoded, the links that show them, and the upkeep of their files. */
export function createPhotoServices(deps: {
  database: Database;
  storage: Storage;
  clock: Clock;
  monotonic: Platform['monotonic'];
  secrets: Secrets;
  publicUrl: string;
  photoLinkHours: number;
  photoThread: PhotoThread;
  log: Platform['log'];
  metrics: Platform['metrics'];
}) {
  const { database, storage, clock, monotonic, secrets, publicUrl, log, metrics } = deps;
  const repository = createPhotoRepository(database);
  const images = createImages({ thread: deps.photoThread });
  const lifetimeMs = deps.photoLinkHours * HOUR_MS;
  return {
    photos: repository,
    images,
    photoLinks: createPhotoLinks({ publicUrl, secrets, clock, lifetimeMs }),
    postponedDecoding: createPostponedDecoding({
      database,
      repository,
      storage,
      images,
      clock,
      monotonic,
      log,
      metrics,
    }),
    photoUpkeep: createPhotoUpkeep({ database, repository, storage, clock }),
    verifyPhotos: createStoredFileAudit({ repository, storage }),
  };
}
