import { sql } from 'kysely';
import type { Database, Queries } from '../platform/db/database.ts';
import { createLeasedRows, createLeaseRelease } from '../platform/db/leased-rows.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import { type ArchiveRow, type Owner, ownerColumns } from '../platform/db/tables.ts';
import { STOPPED_AFTER_FAILURES } from './schedule.ts';

const LANES = { table: 'archives', key: 'id', isWaiting: sql<boolean>`is_waiting = 1` } as const;

export type ArchiveRepository = ReturnType<typeof createArchiveRepository>;

/** What the owner decides. */
export type ArchiveSettings = Pick<
  ArchiveRow,
  | 'kind'
  | 'url'
  | 'region'
  | 'bucket'
  | 'prefix'
  | 'username'
  | 'secret'
  | 'photos'
  | 'with_report'
  | 'with_request'
  | 'pattern'
  | 'only_approved'
>;

/** An archive is also the lane in which its files are copied: whoever leases it works on all of them. */
export function createArchiveRepository(database: Database) {
  const lanes = createLeasedRows<ArchiveRow>(database)(LANES);

  return {
    nextDueAt: lanes.nextDueAt,
    countLate: lanes.countLate,
    claim: lanes.claim,

    /** How many have stopped working while files wait for them, among so many that files wait for. */
    async countStopped(max: number): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (
          select failures from archives where is_waiting = 1 limit ${sql.lit(max)}
        ) as waiting where failures >= ${sql.lit(STOPPED_AFTER_FAILURES)}`.execute(database.reader);
      return rows[0]?.count ?? 0;
    },

    /** For the operator, who looks through all of them. */
    listStopped(max: number): Promise<ArchiveRow[]> {
      return database.reader
        .selectFrom('archives')
        .selectAll()
        .where('failures', '>=', STOPPED_AFTER_FAILURES)
        .orderBy('id')
        .limit(max)
        .execute();
    },

    /** Those with files that are not tried any more. */
    listWithFailed(max: number): Promise<ArchiveRow[]> {
      return database.reader
        .selectFrom('archives')
        .selectAll()
        .where(
          sql<boolean>`exists (select 1 from archive_copies as failed
            where failed.workspace_id = archives.workspace_id and failed.environment = archives.environment
              and failed.status = 'failed')`,
        )
        .orderBy('id')
        .limit(max)
        .execute();
    },

    find(owner: Owner, queries: Queries = database.reader): Promise<ArchiveRow | undefined> {
      return queries
        .selectFrom('archives')
        .selectAll()
        .where((eb) => eb.and(ownerColumns(owner)))
        .executeTakeFirst();
    },

    async insert(trx: Queries, row: ArchiveRow): Promise<void> {
      await trx.insertInto('archives').values(row).execute();
    },

    /** Whoever copies by the old settings has lost the lease; what waits is tried with the new ones. */
    async change(trx: Queries, id: string, settings: ArchiveSettings, now: number): Promise<void> {
      await trx
        .updateTable('archives')
        .set((eb) => ({
          ...settings,
          attempt_count: eb('attempt_count', '+', 1),
          next_attempt_at: now,
          leased_by: null,
          failures: 0,
          error: null,
          updated_at: now,
        }))
        .where('id', '=', id)
        .execute();
    },

    delete(trx: Queries, owner: Owner): Promise<ArchiveRow | undefined> {
      return trx
        .deleteFrom('archives')
        .where((eb) => eb.and(ownerColumns(owner)))
        .returningAll()
        .executeTakeFirst();
    },

    /**
     * Locks the archive, if there is one, and says that it has something to copy. One that fails keeps its pause unless
     * someone asks for more.
     */
    awaken(
      trx: Queries,
      owner: Owner,
      now: number,
      { isAskedFor = false } = {},
    ): Promise<ArchiveRow | undefined> {
      const isFree = isAskedFor
        ? sql<boolean>`leased_by is null`
        : sql<boolean>`leased_by is null and failures = 0`;
      return trx
        .updateTable('archives')
        .set({
          is_waiting: 1,
          next_attempt_at: sql<number>`case when ${isFree} then cast(${now} as bigint) else next_attempt_at end`,
        })
        .where((eb) => eb.and(ownerColumns(owner)))
        .returningAll()
        .executeTakeFirst();
    },

    /** Undefined when the lease was lost. */
    lockHeld(trx: Queries, lane: ArchiveRow): Promise<ArchiveRow | undefined> {
      return trx
        .selectFrom('archives')
        .selectAll()
        .where('id', '=', lane.id)
        .where('attempt_count', '=', lane.attempt_count)
        .$if(database.engine === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst();
    },

    /** The run is over. */
    async release(
      trx: Queries,
      { id }: Pick<ArchiveRow, 'id'>,
      state: Pick<ArchiveRow, 'is_waiting' | 'next_attempt_at' | 'failures' | 'error'>,
    ): Promise<void> {
      await trx
        .updateTable('archives')
        .set({ ...state, leased_by: null })
        .where('id', '=', id)
        .execute();
    },

    deleteOfWorkspace: createRowDeleter('archives'),
  };
}

export const releaseArchives = createLeaseRelease(LANES);

export function ownerOf({ workspace_id, environment }: ArchiveRow): Owner {
  return { workspaceId: workspace_id, environment };
}

/** How people call it. */
export function nameOf({ bucket, url }: Pick<ArchiveRow, 'bucket' | 'url'>): string {
  return bucket === '' ? new URL(url).host : bucket;
}
