import type { Database, Queries } from '../platform/db/database.ts';
import { newestFirst } from '../platform/db/planner-hints.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import {
  type NewTemplateRow,
  type Owner,
  ownerColumns,
  type TemplateChanges,
  type TemplateRow,
} from '../platform/db/tables.ts';
import type { Page } from '../platform/http/pages.ts';
import type { TemplateFilters } from './schema.ts';

export type TemplateRepository = ReturnType<typeof createTemplateRepository>;

export function createTemplateRepository(database: Database) {
  return {
    /** Newest first, one row more than the page holds. */
    list(owner: Owner, { is_archived }: TemplateFilters, { after, limit }: Page): Promise<TemplateRow[]> {
      return database.reader
        .selectFrom('templates')
        .selectAll()
        .where((eb) => eb.and(ownerColumns(owner)))
        .$if(is_archived !== undefined, (q) =>
          q.where('archived_at', is_archived === 'true' ? 'is not' : 'is', null),
        )
        .$if(after !== null, (q) => q.where('id', '<', after as string))
        .orderBy('id', newestFirst)
        .limit(limit + 1)
        .execute();
    },

    find(owner: Owner, id: string, queries: Queries = database.reader): Promise<TemplateRow | undefined> {
      return queries
        .selectFrom('templates')
        .selectAll()
        .where((eb) => eb.and({ ...ownerColumns(owner), id }))
        .executeTakeFirst();
    },

    /** As it is until this transaction ends. */
    lock(trx: Queries, owner: Owner, id: string): Promise<TemplateRow | undefined> {
      return trx
        .selectFrom('templates')
        .selectAll()
        .where((eb) => eb.and({ ...ownerColumns(owner), id }))
        .$if(database.engine === 'postgres', (query) => query.forNoKeyUpdate())
        .executeTakeFirst();
    },

    async count(trx: Queries, owner: Owner): Promise<number> {
      const { count } = await trx
        .selectFrom('templates')
        .select(trx.fn.countAll<number>().as('count'))
        .where((eb) => eb.and(ownerColumns(owner)))
        .executeTakeFirstOrThrow();
      return count;
    },

    async insert(trx: Queries, row: NewTemplateRow): Promise<void> {
      await trx.insertInto('templates').values(row).execute();
    },

    update(
      trx: Queries,
      owner: Owner,
      id: string,
      changes: TemplateChanges,
    ): Promise<TemplateRow | undefined> {
      return trx
        .updateTable('templates')
        .set(changes)
        .where((eb) => eb.and({ ...ownerColumns(owner), id }))
        .returningAll()
        .executeTakeFirst();
    },

    delete(trx: Queries, owner: Owner, id: string): Promise<TemplateRow | undefined> {
      return trx
        .deleteFrom('templates')
        .where((eb) => eb.and({ ...ownerColumns(owner), id }))
        .returningAll()
        .executeTakeFirst();
    },

    deleteOfWorkspace: createRowDeleter('templates'),
  };
}
