import { type RawBuilder, sql } from 'kysely';
import { countUpTo } from '../platform/db/count-up-to.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import {
  isAmong,
  isLiterally,
  newestFirst,
  notByIndexOnSqlite,
  oldestFirst,
} from '../platform/db/planner-hints.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import {
  type ArchiveCopyRow,
  type ArchiveCopyStatus,
  type ArchiveRow,
  type Owner,
  ownerColumns,
} from '../platform/db/tables.ts';
import type { Page } from '../platform/http/pages.ts';

export interface CopyFilters {
  status?: ArchiveCopyStatus | undefined;
  request_id?: string | undefined;
}

type Outcome = Partial<
  Pick<ArchiveCopyRow, 'status' | 'attempt_count' | 'next_attempt_at' | 'error' | 'bytes' | 'finished_at'>
>;

const isWaiting = isLiterally('status', 'waiting');

export type ArchiveCopyRepository = ReturnType<typeof createArchiveCopyRepository>;

export function createArchiveCopyRepository(database: Database) {
  const isOf = (owner: Owner, status: ArchiveCopyStatus): RawBuilder<boolean> =>
    sql<boolean>`workspace_id = ${owner.workspaceId} and environment = ${owner.environment}
      and status = ${sql.lit(status)}`;

  /** By the request's few rows, and not by all of its owner's. */
  const isOfRequest = (owner: Owner, requestId: string): RawBuilder<boolean> =>
    sql<boolean>`request_id = ${requestId} and environment = ${owner.environment}
      and ${notByIndexOnSqlite(database.engine, 'workspace_id')} = ${owner.workspaceId}`;

  const isAbout = (owner: Owner, requestId: string | undefined): RawBuilder<boolean> =>
    requestId === undefined
      ? sql<boolean>`workspace_id = ${owner.workspaceId} and environment = ${owner.environment}`
      : isOfRequest(owner, requestId);

  return {
    listOfRequest(
      owner: Owner,
      requestId: string,
      queries: Queries = database.reader,
    ): Promise<ArchiveCopyRow[]> {
      return queries
        .selectFrom('archive_copies')
        .selectAll()
        .where(isOfRequest(owner, requestId))
        .orderBy('id')
        .execute();
    },

    /** Which of these names files of other requests have. */
    async takenNames(trx: Queries, owner: Owner, requestId: string, names: string[]): Promise<Set<string>> {
      if (names.length === 0) return new Set();
      const rows = await trx
        .selectFrom('archive_copies')
        .select('name')
        .where((eb) => eb.and(ownerColumns(owner)))
        .where(isAmong(database.engine, 'name', names))
        .where('request_id', '<>', requestId)
        .execute();
      return new Set(rows.map(({ name }) => name));
    },

    async insert(trx: Queries, rows: ArchiveCopyRow[]): Promise<void> {
      if (rows.length > 0) await trx.insertInto('archive_copies').values(rows).execute();
    },

    /** Once more, from the beginning; whatever is under way for it does not count. How many there were. */
    async requeue(trx: Queries, owner: Owner, ids: string[], now: number): Promise<number> {
      if (ids.length === 0) return 0;
      const rows = await trx
        .updateTable('archive_copies')
        .set((eb) => ({
          status: 'waiting' as const,
          attempt_count: 0,
          version: eb('version', '+', 1),
          next_attempt_at: now,
          queued_at: now,
          error: null,
          finished_at: null,
        }))
        .where((eb) => eb.and(ownerColumns(owner)))
        .where(isAmong(database.engine, 'id', ids))
        .returning('id')
        .execute();
      return rows.length;
    },

    /** What waits for its next attempt is due now. */
    async hasten(trx: Queries, owner: Owner, now: number): Promise<void> {
      await trx
        .updateTable('archive_copies')
        .set({ next_attempt_at: now })
        .where((eb) => eb.and(ownerColumns(owner)))
        .where(isWaiting)
        .where('next_attempt_at', '>', now)
        .execute();
    },

    /** Those that are due, the longest first. */
    due(owner: Owner, now: number, max: number): Promise<ArchiveCopyRow[]> {
      return database.reader
        .selectFrom('archive_copies')
        .selectAll()
        .where((eb) => eb.and(ownerColumns(owner)))
        .where(isWaiting)
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(max)
        .execute();
    },

    /** When the next one is due; undefined when none waits. */
    async nextDueAt(trx: Queries, owner: Owner): Promise<number | undefined> {
      const row = await trx
        .selectFrom('archive_copies')
        .select('next_attempt_at')
        .where((eb) => eb.and(ownerColumns(owner)))
        .where(isWaiting)
        .orderBy('next_attempt_at')
        .limit(1)
        .executeTakeFirst();
      return row?.next_attempt_at;
    },

    /** False, and nothing changes, when the lane's lease was lost or the copy was queued again meanwhile. */
    async record(trx: Queries, lane: ArchiveRow, copy: ArchiveCopyRow, outcome: Outcome): Promise<boolean> {
      const rows = await trx
        .updateTable('archive_copies')
        .set(outcome)
        .where('id', '=', copy.id)
        .where('version', '=', copy.version)
        .where(isWaiting)
        .where(isHeld(lane))
        .returning('id')
        .execute();
      return rows.length > 0;
    },

    async hasFailed(trx: Queries, owner: Owner): Promise<boolean> {
      const row = await trx
        .selectFrom('archive_copies')
        .select('id')
        .where(isOf(owner, 'failed'))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** What it was to be a copy of is gone. */
    async delete(trx: Queries, copy: ArchiveCopyRow): Promise<void> {
      await trx.deleteFrom('archive_copies').where('id', '=', copy.id).execute();
    },

    /** Those that have waited too long for an archive that fails; how many, a batch at a time. */
    async giveUp(
      trx: Queries,
      owner: Owner,
      {
        queuedBefore,
        error,
        now,
        batch,
      }: { queuedBefore: number; error: string; now: number; batch: number },
    ): Promise<number> {
      const overdue = trx
        .selectFrom('archive_copies')
        .select('id')
        .where((eb) => eb.and(ownerColumns(owner)))
        .where(isWaiting)
        .where('queued_at', '<=', queuedBefore)
        .limit(batch);
      const rows = await trx
        .updateTable('archive_copies')
        .set({ status: 'failed', error, finished_at: now })
        .where('id', 'in', overdue)
        .returning('id')
        .execute();
      return rows.length;
    },

    /** Newest first, one row more than the page holds. */
    list(owner: Owner, { status, request_id }: CopyFilters, page: Page): Promise<ArchiveCopyRow[]> {
      return database.reader
        .selectFrom('archive_copies')
        .selectAll()
        .where(isAbout(owner, request_id))
        .$if(status !== undefined, (query) => query.where('status', '=', status as ArchiveCopyStatus))
        .$if(page.after !== null, (query) => query.where('id', '<', page.after as string))
        .orderBy('id', newestFirst)
        .limit(page.limit + 1)
        .execute();
    },

    count(owner: Owner, status: ArchiveCopyStatus, max: number): Promise<number> {
      return countUpTo(database, 'archive_copies', isOf(owner, status), max);
    },

    /** Of all workspaces. */
    countWaiting(max: number): Promise<number> {
      return countUpTo(database, 'archive_copies', isWaiting, max);
    },

    find(trx: Queries, owner: Owner, id: string): Promise<ArchiveCopyRow | undefined> {
      return trx
        .selectFrom('archive_copies')
        .selectAll()
        .where((eb) => eb.and({ ...ownerColumns(owner), id }))
        .executeTakeFirst();
    },

    /** The oldest that failed, of one request or of all. */
    async failedIds(
      trx: Queries,
      owner: Owner,
      requestId: string | undefined,
      max: number,
    ): Promise<string[]> {
      const rows = await trx
        .selectFrom('archive_copies')
        .select('id')
        .where(isAbout(owner, requestId))
        .where('status', '=', 'failed')
        .orderBy('id', oldestFirst)
        .limit(max)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** For an archive that was deleted; how many went. */
    async deleteWaiting(trx: Queries, owner: Owner, batch: number): Promise<number> {
      const waiting = trx
        .selectFrom('archive_copies')
        .select('id')
        .where((eb) => eb.and(ownerColumns(owner)))
        .where(isWaiting)
        .limit(batch);
      const rows = await trx
        .deleteFrom('archive_copies')
        .where('id', 'in', waiting)
        .returning('id')
        .execute();
      return rows.length;
    },

    deleteOfWorkspace: createRowDeleter('archive_copies'),
  };
}

function isHeld({ id, attempt_count }: ArchiveRow): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from archives
    where archives.id = ${id} and archives.attempt_count = ${attempt_count})`;
}
