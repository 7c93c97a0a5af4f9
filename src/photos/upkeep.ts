import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { isId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { photoKey, quarantineKey } from './keys.ts';
import type { PhotoRepository } from './repository.ts';

const DELETION_BATCH = 100;
const DELETE_AGAIN_MS = 600_000;
const PAGE = 500;
/** As many as S3 lists in one response. */
const COMPARED_AT_ONCE = 1_000;
/** An upload stores its file before its row: a younger file may still get one. */
const IN_FLIGHT_MS = 3_600_000;
const NAMED = 20;
/** Where files lie that belong to photos. */
const FOLDERS = ['photos/', 'thumbnails/', 'sealed/'] as const;

export type PhotoUpkeep = ReturnType<typeof createPhotoUpkeep>;

/** What keeps storage and database in step. Safe on several nodes: everything it does can be done twice. */
export function createPhotoUpkeep(deps: {
  database: Database;
  repository: PhotoRepository;
  storage: Storage;
  clock: Clock;
}) {
  const { database, repository, storage, clock } = deps;

  async function quarantineOrphans(
    prefix: (typeof FOLDERS)[number],
    isStopped: () => boolean,
  ): Promise<number> {
    let quarantined = 0;
    let page: { key: string; photoId: string }[] = [];
    const examine = async () => {
      if (page.length === 0) return;
      const existing = await repository.existing(page.map(({ photoId }) => photoId));
      const queued = await repository.queuedFileDeletions(page.map(({ key }) => key));
      for (const { key, photoId } of page) {
        if (existing.has(photoId) || queued.has(key)) continue;
        if (await storage.move(key, quarantineKey(key))) quarantined += 1;
      }
      page = [];
    };
    for await (const { key, modifiedAt } of storage.list(prefix)) {
      if (isStopped()) return quarantined;
      const photoId = key.slice(prefix.length).replace(/\.jpg$/, '');
      if (!isId('photo', photoId) || clock() - modifiedAt < IN_FLIGHT_MS) continue;
      page.push({ key, photoId });
      if (page.length === PAGE) await examine();
    }
    await examine();
    return quarantined;
  }

  async function findRowsWithoutFile(isStopped: () => boolean): Promise<string[]> {
    const missing: string[] = [];
    for (let after = ''; ; ) {
      const rows = await repository.pageOfIds(after, COMPARED_AT_ONCE);
      const suspects: string[] = [];
      if (isStopped()) return missing;
      const sizes = await storage.sizes(rows.map(({ id }) => photoKey(id)));
      for (const { id, bytes } of rows) if (sizes.get(photoKey(id)) !== bytes) suspects.push(id);
      // Some may have been deleted between the two looks.
      const existing = suspects.length === 0 ? suspects : await repository.existing(suspects);
      missing.push(...existing);
      const last = rows.at(-1);
      if (last === undefined) return missing;
      after = last.id;
    }
  }

  return {
    /** Deletes the files that are queued for it, a batch at a time; true when there may be more. */
    async deleteQueuedFiles(batch = DELETION_BATCH): Promise<boolean> {
      const now = clock();
      const keys = await repository.dueFileDeletions(now, batch, 'oldest');
      if (keys.length === 0) return false;
      // First the files: a crash in between only deletes them once more.
      const failures = await storage.deleteAll(keys);
      if (failures.size === keys.length) {
        // Those that came last show whether it is these files or the storage: however many are stuck, they are the oldest.
        const newest = await repository.dueFileDeletions(now, batch, 'newest');
        const others = newest.filter((key) => !failures.has(key));
        if (others.length > 0)
          for (const [key, error] of await storage.deleteAll(others)) failures.set(key, error);
        keys.push(...others);
      }
      const failed = keys.filter((key) => failures.has(key));
      if (failed.length === keys.length) throw failures.get(failed[0] as string);
      await database.write(async (trx) => {
        await repository.completeFileDeletions(
          trx,
          keys.filter((key) => !failures.has(key)),
        );
        // One that cannot be deleted must not hold up the others for ever.
        if (failed.length > 0) await repository.postponeFileDeletions(trx, failed, clock() + DELETE_AGAIN_MS);
      });
      return keys.length >= batch;
    },

    /** After a crash: names photos whose file is not there, and puts files aside that no photo belongs to. */
    async reconcile(
      log: Log,
      isStopped: () => boolean = () => false,
    ): Promise<{ missing: string[]; quarantined: number }> {
      await storage.clearAbandonedTemporaries(IN_FLIGHT_MS);
      const missing = await findRowsWithoutFile(isStopped);
      if (missing.length > 0) {
        log.error(
          { photos: missing.slice(0, NAMED), count: missing.length },
          'Photos are in the database, but their files are missing from the storage or differ from what was received',
        );
      }
      let quarantined = 0;
      for (const folder of FOLDERS) quarantined += await quarantineOrphans(folder, isStopped);
      if (quarantined > 0) {
        log.warn({ count: quarantined }, 'Files that belong to no photo were moved to quarantine');
      }
      return { missing, quarantined };
    },
  };
}
