import { type RawBuilder, sql } from 'kysely';
import { type CallerColumns, selectCaller } from '../api-keys/caller-repository.ts';
import { deleteNotificationsOfRequests } from '../notifications/repository.ts';
import type { Database, NewRows, Queries } from '../platform/db/database.ts';
import { ERASED_PHOTO_REQUEST } from '../platform/db/erased-columns.ts';
import { newestFirst, notAlongIndex, oldestFirst, padded } from '../platform/db/planner-hints.ts';
import { precompiledList, precompiledLookup, precompiledWrite, slot } from '../platform/db/precompiled.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import { type Environment, type Owner, ownerColumns, type PhotoRequestRow } from '../platform/db/tables.ts';
import type { Page } from '../platform/http/pages.ts';
import { isId } from '../platform/ids.ts';
import { deleteAnswerTexts } from './answer-repository.ts';
import { endAssignment } from './assignment-repository.ts';
import { createFindCallerBeforeCreation } from './creation-repository.ts';
import { endKeeping } from './kept-photo-repository.ts';
import { deleteNotes } from './note-repository.ts';
import { endReview } from './pending-review-repository.ts';
import type { PhotoRequestFilters } from './query-schema.ts';
import { deleteDueReminder } from './reminder-repository.ts';
import {
  hasStatus,
  hasWarnings,
  isAssigned,
  isListed,
  isOverdue,
  isStored,
  matches,
  needsReview,
} from './request-conditions.ts';
import { deleteWarnings } from './warning-repository.ts';

/** A submitted request, and where it is among those of its owner. */
export interface Submitted {
  id: string;
  submitted_at: number;
}

export type PhotoRequestRepository = ReturnType<typeof createPhotoRequestRepository>;

/** In the order of the precompiled insert; none can be missing, since each says what becomes of it. */
const COLUMNS = Object.keys(ERASED_PHOTO_REQUEST) as (keyof PhotoRequestRow)[];

/** SQLite looks at a limit that is a parameter alone, and so prepares the statement again at every call. */
const atMost = (count: number | RawBuilder<number>) => sql<number>`${count} + 0`;

/** Ids are of letters, digits and underscores. */
const AFTER_ALL_IDS = '~';

/** The caller and, when it is theirs, the photo request they ask for: one round trip. */
export type CallerWithPhotoRequest = CallerColumns & (PhotoRequestRow | { id: null });

export function createPhotoRequestRepository(database: Database) {
  const callerWithRequest = precompiledLookup<CallerWithPhotoRequest>(database, 2, (db, key) =>
    selectCaller(db, key(0))
      .leftJoin('photo_requests as r', (join) =>
        join
          .on('r.id', '=', key(1))
          .onRef('r.workspace_id', '=', 'k.workspace_id')
          .onRef('r.environment', '=', 'k.environment'),
      )
      .selectAll('r')
      .$castTo<CallerWithPhotoRequest>(),
  );

  const insert = precompiledWrite(database, (db) =>
    db
      .insertInto('photo_requests')
      .values(Object.fromEntries(COLUMNS.map((column, index) => [column, slot(index)])) as never)
      .onConflict((conflict) => conflict.column('unique_code').doNothing())
      .returning('id'),
  );

  /** The list as it is asked for by far the most: building its SQL at every call would cost too much. */
  const newest = precompiledList(database, (db) =>
    db
      .selectFrom('photo_requests')
      .selectAll()
      .where('workspace_id', '=', slot(0))
      .where('environment', '=', slot<Environment>(1))
      .where(isListed)
      .where('id', '<', slot(2))
      .orderBy('id', newestFirst)
      .limit(atMost(slot<number>(3))),
  );

  function page(owner: Owner, filters: PhotoRequestFilters, { after, limit }: Page) {
    return database.lists
      .selectFrom('photo_requests')
      .selectAll()
      .where((eb) => eb.and(ownerColumns(owner)))
      .where(isListed)
      .where(matches(filters))
      .where(hasWarnings(owner, filters))
      .where(needsReview(owner, filters))
      .where(isAssigned(owner, filters))
      .$if(after !== null, (q) => q.where('id', filters.order === 'asc' ? '>' : '<', after as string))
      .limit(atMost(limit + 1));
  }

  return {
    findCallerBeforeCreation: createFindCallerBeforeCreation(database),

    findCallerWithRequest(keyHash: string, id: string): Promise<CallerWithPhotoRequest | undefined> {
      return callerWithRequest(keyHash, isId('photoRequest', id) ? id : '');
    },

    /** Newest first unless they are ordered otherwise, one row more than the page holds. */
    async list(
      owner: Owner,
      filters: PhotoRequestFilters,
      at: Page,
      now: number,
    ): Promise<PhotoRequestRow[]> {
      if (Object.values(filters).every((value) => value === undefined))
        return newest(owner.workspaceId, owner.environment, at.after ?? AFTER_ALL_IDS, at.limit + 1);
      const { status, order = 'desc' } = filters;
      const unordered = page(owner, filters, at);
      const ordered = unordered.orderBy('id', order === 'asc' ? oldestFirst : newestFirst);
      if (status === undefined) return ordered.execute();
      if (status !== 'expired') return ordered.where(hasStatus(status, now)).execute();

      // In this order: a row that the sweep moves in between is seen twice rather than not at all. Overdue ones are few.
      const overdue = await unordered.where(isOverdue(now)).orderBy(notAlongIndex('id'), order).execute();
      const written = await ordered.where(isStored('expired')).execute();
      const rows = new Map([...overdue, ...written].map((row) => [row.id, row]));
      const sign = order === 'asc' ? -1 : 1;
      return [...rows.values()].sort((a, b) => (a.id < b.id ? sign : -sign)).slice(0, at.limit + 1);
    },

    /** For a write that others share; fails when a code is taken. */
    newRows: (rows: PhotoRequestRow[]): NewRows => ({ table: 'photo_requests', columns: COLUMNS, rows }),

    /** False when the code is taken: the caller tries another one. */
    async insert(trx: Queries, row: PhotoRequestRow): Promise<boolean> {
      const inserted = await insert(
        trx,
        COLUMNS.map((column) => row[column]),
      );
      return inserted.length > 0;
    },

    find(owner: Owner, id: string): Promise<PhotoRequestRow | undefined> {
      return database.reader
        .selectFrom('photo_requests')
        .selectAll()
        .where((eb) => eb.and({ ...ownerColumns(owner), id }))
        .executeTakeFirst();
    },

    /** For the operator, who knows an id and no workspace. */
    ownerOf(id: string): Promise<Owner | undefined> {
      return database.reader
        .selectFrom('photo_requests')
        .select(['workspace_id as workspaceId', 'environment'])
        .where('id', '=', id)
        .executeTakeFirst();
    },

    /** As it is, and stays until this transaction ends; undefined when it is not there. */
    lock(trx: Queries, owner: Owner, id: string): Promise<PhotoRequestRow | undefined> {
      return trx
        .selectFrom('photo_requests')
        .selectAll()
        .where((eb) => eb.and({ ...ownerColumns(owner), id }))
        .$if(database.engine === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst();
    },

    update(
      trx: Queries,
      owner: Owner,
      id: string,
      changes: Partial<
        Pick<
          PhotoRequestRow,
          | 'status'
          | 'expires_at'
          | 'email_status'
          | 'unsent_photos'
          | 'held_at'
          | 'refusals'
          | 'reviews'
          | 'reminders'
          | 'sms_status'
        >
      >,
    ): Promise<PhotoRequestRow> {
      return trx
        .updateTable('photo_requests')
        .set(changes)
        .where((eb) => eb.and({ ...ownerColumns(owner), id }))
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /** What was deleted; undefined when it was not there. */
    async delete(trx: Queries, owner: Owner, id: string): Promise<PhotoRequestRow | undefined> {
      await deleteWarnings(trx, owner, id);
      await endReview(trx, owner, id);
      await deleteAnswerTexts(trx, owner, id);
      await deleteNotes(trx, owner, id);
      await endAssignment(trx, owner, id);
      await deleteNotificationsOfRequests(trx, [id]);
      await deleteDueReminder(trx, owner, id);
      await endKeeping(trx, owner, id);
      return trx
        .deleteFrom('photo_requests')
        .where((eb) => eb.and({ ...ownerColumns(owner), id }))
        .returningAll()
        .executeTakeFirst();
    },

    /** Writes down that overdue requests have expired, oldest first; which ones. */
    expireOverdue(trx: Queries, now: number, batch: number): Promise<PhotoRequestRow[]> {
      return (
        trx
          // Locked while they are chosen: one that is extended or submitted at this moment is left alone.
          .with(
            (cte) => cte('overdue').materialized(),
            (cte) =>
              cte
                .selectFrom('photo_requests')
                .select('id')
                .where(isOverdue(now))
                .orderBy('expires_at')
                .limit(batch)
                .$if(database.engine === 'postgres', (query) => query.forNoKeyUpdate().skipLocked()),
          )
          .updateTable('photo_requests')
          .set((eb) => ({
            status: 'expired',
            unsent_photos: eb
              .selectFrom('photos')
              .select((photos) => photos.fn.countAll<number>().as('count'))
              .whereRef('photos.request_id', '=', 'photo_requests.id')
              .whereRef('photos.received_at', '>', sql`coalesce(photo_requests.submitted_at, 0)`),
          }))
          .where('id', 'in', (eb) => eb.selectFrom('overdue').select('id'))
          .returningAll()
          .execute()
      );
    },

    /** One-time requests that were created after the one with this id, the newest first. */
    createdAfter(owner: Owner, id: string, limit: number): Promise<PhotoRequestRow[]> {
      return database.reader
        .selectFrom('photo_requests')
        .selectAll()
        .where((eb) => eb.and(ownerColumns(owner)))
        .where('type', '=', 'one_time')
        .where('id', '>', id)
        .orderBy('id', newestFirst)
        .limit(limit)
        .execute();
    },

    /** Workspaces that do not keep what was submitted, each with its oldest submission: one look into an index for each. */
    oldestSubmissions(environment: Environment) {
      return database.reader
        .selectFrom('workspaces as w')
        .select(['w.id as workspace_id', 'w.retention_days'])
        .select((eb) =>
          eb
            .selectFrom('photo_requests as r')
            .select('r.submitted_at')
            .whereRef('r.workspace_id', '=', 'w.id')
            .where('r.environment', '=', environment)
            .where('r.submitted_at', 'is not', null)
            .orderBy('r.submitted_at')
            .limit(1)
            .as('submitted_at'),
        )
        .where('w.retention_days', 'is not', null)
        .execute();
    },

    /** Oldest first, beginning behind `after`. */
    submittedBefore(
      owner: Owner,
      before: number,
      { after, limit }: { after: Submitted | undefined; limit: number },
    ): Promise<Submitted[]> {
      return database.reader
        .selectFrom('photo_requests')
        .select(['id', 'submitted_at'])
        .$narrowType<{ submitted_at: number }>()
        .where((eb) => eb.and(ownerColumns(owner)))
        .where('submitted_at', '<', before)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(submitted_at, id) > (${after?.submitted_at}, ${after?.id})`),
        )
        .orderBy('submitted_at')
        .orderBy('id')
        .limit(limit)
        .execute();
    },

    deleteOfWorkspace: createRowDeleter('photo_requests'),

    /** A visit to a permanent link that came to nothing was never shown, and goes without a trace. */
    async deleteVisits(trx: Queries, requestIds: string[]): Promise<void> {
      if (requestIds.length === 0) return;
      const visits = await trx
        .deleteFrom('photo_requests')
        .where('id', 'in', padded(requestIds))
        .where('type', '=', 'permanent')
        .returning('id')
        .execute();
      // Of those that waited for approval.
      await deleteNotificationsOfRequests(
        trx,
        visits.map(({ id }) => id),
      );
    },
  };
}
