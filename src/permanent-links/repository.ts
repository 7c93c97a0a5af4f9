import { type CallerColumns, selectCaller } from '../api-keys/caller-repository.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { newestFirst } from '../platform/db/planner-hints.ts';
import { precompiledLookup } from '../platform/db/precompiled.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import {
  type NewPermanentLinkRow,
  type Owner,
  ownerColumns,
  type PermanentLinkChanges,
  type PermanentLinkRow,
} from '../platform/db/tables.ts';
import type { Page } from '../platform/http/pages.ts';
import { firstIdAt, isId } from '../platform/ids.ts';
import type { PermanentLinkFilters } from './schema.ts';

export type PermanentLinkRepository = ReturnType<typeof createPermanentLinkRepository>;

/** The caller and, when it is theirs, the permanent link they ask for: one round trip. */
export type CallerWithPermanentLink = CallerColumns & (PermanentLinkRow | { id: null });

export function createPermanentLinkRepository(database: Database) {
  const callerWithLink = precompiledLookup<CallerWithPermanentLink>(database, 2, (db, key) =>
    selectCaller(db, key(0))
      .leftJoin('permanent_links as p', (join) =>
        join
          .on('p.id', '=', key(1))
          .onRef('p.workspace_id', '=', 'k.workspace_id')
          .onRef('p.environment', '=', 'k.environment'),
      )
      .selectAll('p')
      .$castTo<CallerWithPermanentLink>(),
  );

  return {
    findCallerWithLink(keyHash: string, id: string): Promise<CallerWithPermanentLink | undefined> {
      return callerWithLink(keyHash, isId('permanentLink', id) ? id : '');
    },

    /** Newest first, one row more than the page holds. */
    list(owner: Owner, filters: PermanentLinkFilters, { after, limit }: Page): Promise<PermanentLinkRow[]> {
      const { created_after, created_before } = filters;
      return database.lists
        .selectFrom('permanent_links')
        .selectAll()
        .where((eb) => eb.and(ownerColumns(owner)))
        .$if(created_after !== undefined, (q) =>
          q.where('id', '>=', firstIdAt('permanentLink', created_after as number)),
        )
        .$if(created_before !== undefined, (q) =>
          q.where('id', '<', firstIdAt('permanentLink', created_before as number)),
        )
        .$if(after !== null, (q) => q.where('id', '<', after as string))
        .orderBy('id', newestFirst)
        .limit(limit + 1)
        .execute();
    },

    find(owner: Owner, id: string): Promise<PermanentLinkRow | undefined> {
      return database.reader
        .selectFrom('permanent_links')
        .selectAll()
        .where((eb) => eb.and({ ...ownerColumns(owner), id }))
        .executeTakeFirst();
    },

    async count(trx: Queries, owner: Owner): Promise<number> {
      const { count } = await trx
        .selectFrom('permanent_links')
        .select(trx.fn.countAll<number>().as('count'))
        .where((eb) => eb.and(ownerColumns(owner)))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** All links, and those a customer could use at this moment. */
    async countUsable(owner: Owner, now: number): Promise<{ total: number; active: number }> {
      const links = database.lists
        .selectFrom('permanent_links')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where((eb) => eb.and(ownerColumns(owner)));
      const total = await links.executeTakeFirstOrThrow();
      const active = await links
        .where('is_active', '=', 1)
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
        .where((eb) =>
          eb.or([eb('max_submissions', 'is', null), eb('max_submissions', '>', eb.ref('submission_count'))]),
        )
        .executeTakeFirstOrThrow();
      return { total: total.count, active: active.count };
    },

    /** False when the code is taken: the caller tries another one. */
    async insert(trx: Queries, row: NewPermanentLinkRow): Promise<boolean> {
      const inserted = await trx
        .insertInto('permanent_links')
        .values(row)
        .onConflict((conflict) => conflict.column('unique_code').doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },

    /** The link as it is until this transaction ends. */
    lock(trx: Queries, owner: Owner, id: string): Promise<PermanentLinkRow | undefined> {
      return trx
        .selectFrom('permanent_links')
        .selectAll()
        .where((eb) => eb.and({ ...ownerColumns(owner), id }))
        .$if(database.engine === 'postgres', (query) => query.forNoKeyUpdate())
        .executeTakeFirst();
    },

    update(
      trx: Queries,
      owner: Owner,
      id: string,
      changes: PermanentLinkChanges,
    ): Promise<PermanentLinkRow | undefined> {
      return trx
        .updateTable('permanent_links')
        .set(changes)
        .where((eb) => eb.and({ ...ownerColumns(owner), id }))
        .returningAll()
        .executeTakeFirst();
    },

    /** Counts a submission through the link; false when it is gone or has had its share. */
    async countSubmission(trx: Queries, owner: Owner, linkId: string): Promise<boolean> {
      const counted = await trx
        .updateTable('permanent_links')
        .set((eb) => ({ submission_count: eb('submission_count', '+', 1) }))
        .where((eb) => eb.and({ ...ownerColumns(owner), id: linkId }))
        .where((eb) =>
          eb.or([eb('max_submissions', 'is', null), eb('max_submissions', '>', eb.ref('submission_count'))]),
        )
        .returning('id')
        .executeTakeFirst();
      return counted !== undefined;
    },

    delete(trx: Queries, owner: Owner, id: string): Promise<PermanentLinkRow | undefined> {
      return trx
        .deleteFrom('permanent_links')
        .where((eb) => eb.and({ ...ownerColumns(owner), id }))
        .returningAll()
        .executeTakeFirst();
    },

    deleteOfWorkspace: createRowDeleter('permanent_links'),
  };
}
