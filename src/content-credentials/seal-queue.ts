import type { Database, Queries } from '../platform/db/database.ts';
import { createSealJobRepository, type PhotoToSeal } from './job-repository.ts';

/** Photos to seal are written down in the transaction that submits them, and sealed by the worker. */
export type SealQueue = ReturnType<typeof createSealQueue>;

export function createSealQueue({ database }: { database: Database }) {
  const repository = createSealJobRepository(database);
  return {
    async add(trx: Queries, photos: PhotoToSeal[], now: number): Promise<void> {
      await repository.insert(trx, photos, now);
      database.afterCommit(trx, () => database.signals.send('seals'));
    },

    /** Also those that were given up, or have a sealed rendition that is of no use. */
    async addAgain(trx: Queries, photos: PhotoToSeal[], now: number): Promise<void> {
      await repository.insert(trx, photos, now);
      await repository.retryGivenUp(trx, photos, now);
      database.afterCommit(trx, () => database.signals.send('seals'));
    },
  };
}
