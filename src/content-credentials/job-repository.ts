import { sql } from 'kysely';
import { countUpTo } from '../platform/db/count-up-to.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { createLeasedRows, createLeaseRelease, type LeasedAttempt } from '../platform/db/leased-rows.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import type { PhotoRow, SealJobRow } from '../platform/db/tables.ts';

const SEAL_JOBS = {
  table: 'seal_jobs',
  key: 'photo_id',
  isWaiting: sql<boolean>`given_up_at is null`,
} as const;

/** What a job says of its photo. */
export type PhotoToSeal = Pick<PhotoRow, 'id' | 'workspace_id' | 'environment' | 'request_id'>;

export type SealJobRepository = ReturnType<typeof createSealJobRepository>;

export function createSealJobRepository(database: Database) {
  const queue = createLeasedRows<SealJobRow>(database)(SEAL_JOBS);

  return {
    ...queue,

    /** One that is waiting already stays as it is. */
    async insert(trx: Queries, photos: PhotoToSeal[], now: number): Promise<void> {
      if (photos.length === 0) return;
      await trx
        .insertInto('seal_jobs')
        .values(
          photos.map(({ id, workspace_id, environment, request_id }) => ({
            photo_id: id,
            workspace_id,
            environment,
            request_id,
            attempt_count: 0,
            next_attempt_at: now,
            leased_by: null,
            error: null,
            given_up_at: null,
            created_at: now,
          })),
        )
        .onConflict((conflict) => conflict.column('photo_id').doNothing())
        .execute();
    },

    /** Once more, whoever works on it: its attempt has lost its lease by this. */
    async requeue(trx: Queries, photo: PhotoToSeal, now: number): Promise<void> {
      await this.insert(trx, [photo], now);
      await trx
        .updateTable('seal_jobs')
        .set((eb) => ({
          attempt_count: eb('attempt_count', '+', 1),
          next_attempt_at: now,
          leased_by: null,
          given_up_at: null,
        }))
        .where('photo_id', '=', photo.id)
        .execute();
    },

    /** How many cannot be sealed, counted no further than this. */
    countGivenUp(max: number): Promise<number> {
      return countUpTo(database, 'seal_jobs', sql<boolean>`given_up_at is not null`, max);
    },

    /** Why the one that has waited longest does, if an attempt failed. */
    async oldestError(): Promise<string | undefined> {
      const row = await database.reader
        .selectFrom('seal_jobs')
        .select('error')
        .where('error', 'is not', null)
        .orderBy('next_attempt_at')
        .limit(1)
        .executeTakeFirst();
      return row?.error ?? undefined;
    },

    /** Those of a workspace that is being erased. Few wait at any time, so no index is kept for this. */
    deleteOfWorkspace: createRowDeleter('seal_jobs', 'photo_id'),

    /** It stays, for the operator to see, and is not tried again by itself. */
    async giveUp(
      trx: Queries,
      attempt: LeasedAttempt<'photo_id'>,
      { at, error }: { at: number; error: string },
    ): Promise<void> {
      await trx
        .updateTable('seal_jobs')
        .set({ given_up_at: at, leased_by: null, error })
        .where(queue.isHeld(attempt))
        .execute();
    },

    /** Those of these photos that were given up are tried once more. */
    async retryGivenUp(trx: Queries, photos: PhotoToSeal[], now: number): Promise<void> {
      await trx
        .updateTable('seal_jobs')
        .set({ given_up_at: null, next_attempt_at: now })
        .where(
          'photo_id',
          'in',
          photos.map(({ id }) => id),
        )
        .where('given_up_at', 'is not', null)
        .execute();
    },
  };
}

export const releaseSealJobs = createLeaseRelease(SEAL_JOBS);
