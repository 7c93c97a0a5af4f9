import { sql } from 'kysely';
import { countUpTo } from '../platform/db/count-up-to.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { type GoneNodes, isHeldBy } from '../platform/db/nodes.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import type { PhotoRow, SealJobRow } from '../platform/db/tables.ts';

/** The attempt that a worker holds the lease for. */
export type SealAttempt = Pick<SealJobRow, 'photo_id' | 'attempt_count'>;

/** What a job says of its photo. */
export type PhotoToSeal = Pick<PhotoRow, 'id' | 'workspace_id' | 'environment' | 'request_id'>;

export type SealJobRepository = ReturnType<typeof createSealJobRepository>;

export function createSealJobRepository(database: Database) {
  const isOf = ({ photo_id, attempt_count }: SealAttempt) =>
    sql<boolean>`(photo_id = ${photo_id} and attempt_count = ${attempt_count})`;

  return {
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

    /** When the next one is due or a lease ends; undefined when there is none. */
    async nextDueAt(): Promise<number | undefined> {
      const row = await database.reader
        .selectFrom('seal_jobs')
        .select('next_attempt_at')
        .where('given_up_at', 'is', null)
        .orderBy('next_attempt_at')
        .limit(1)
        .executeTakeFirst();
      return row?.next_attempt_at;
    },

    /** How many wait, counted no further than this. */
    count(max: number): Promise<number> {
      return countUpTo(database, 'seal_jobs', sql<boolean>`given_up_at is null`, max);
    },

    /** How many cannot be sealed, counted no further than this. */
    countGivenUp(max: number): Promise<number> {
      return countUpTo(database, 'seal_jobs', sql<boolean>`given_up_at is not null`, max);
    },

    /** How many should have been tried before then, counted no further than this. */
    countLate(before: number, max: number): Promise<number> {
      return countUpTo(
        database,
        'seal_jobs',
        sql<boolean>`(next_attempt_at < ${before} and given_up_at is null)`,
        max,
      );
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

    /** Takes what is due for as long as the lease lasts. Two nodes never get the same one. */
    async claim(trx: Queries, most: number, now: number, leaseMs: number): Promise<SealJobRow[]> {
      const due = await trx
        .selectFrom('seal_jobs')
        .select('photo_id')
        .where('next_attempt_at', '<=', now)
        .where('given_up_at', 'is', null)
        .orderBy('next_attempt_at')
        .limit(most)
        .$if(database.engine === 'postgres', (query) => query.forUpdate().skipLocked())
        .execute();
      if (due.length === 0) return [];
      return trx
        .updateTable('seal_jobs')
        .set((eb) => ({
          attempt_count: eb('attempt_count', '+', 1),
          next_attempt_at: now + leaseMs,
          leased_by: database.node,
        }))
        .where(
          'photo_id',
          'in',
          due.map(({ photo_id }) => photo_id),
        )
        .returningAll()
        .execute();
    },

    /** False when the lease was lost to a later attempt, or the photo is gone. */
    async finish(trx: Queries, attempt: SealAttempt): Promise<boolean> {
      const gone = await trx
        .deleteFrom('seal_jobs')
        .where(isOf(attempt))
        .returning('photo_id')
        .executeTakeFirst();
      return gone !== undefined;
    },

    /** Those of a workspace that is being erased. Few wait at any time, so no index is kept for this. */
    deleteOfWorkspace: createRowDeleter('seal_jobs', 'photo_id'),

    async postpone(
      trx: Queries,
      attempt: SealAttempt,
      { until, error }: { until: number; error: string },
    ): Promise<void> {
      await trx
        .updateTable('seal_jobs')
        .set({ next_attempt_at: until, leased_by: null, error })
        .where(isOf(attempt))
        .execute();
    },

    /** It stays, for the operator to see, and is not tried again by itself. */
    async giveUp(
      trx: Queries,
      attempt: SealAttempt,
      { at, error }: { at: number; error: string },
    ): Promise<void> {
      await trx
        .updateTable('seal_jobs')
        .set({ given_up_at: at, leased_by: null, error })
        .where(isOf(attempt))
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

/** For jobs that a node which is gone had in hand: they are due now. */
export async function releaseSealJobs(trx: Queries, gone: GoneNodes, now: number): Promise<void> {
  await trx
    .updateTable('seal_jobs')
    .set({ next_attempt_at: now, leased_by: null })
    .where('next_attempt_at', '>', now)
    .where(isHeldBy('leased_by', gone))
    .execute();
}
