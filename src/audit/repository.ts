import type { Database, Queries } from '../platform/db/database.ts';
import { blanksOf, ERASED_AUDIT_ENTRY } from '../platform/db/erased-columns.ts';
import { newestFirst } from '../platform/db/planner-hints.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import type { AuditEntryRow } from '../platform/db/tables.ts';

export interface AuditFilters {
  action?: string | undefined;
  user?: string | undefined;
}

export type AuditRepository = ReturnType<typeof createAuditRepository>;

export function createAuditRepository(database: Database) {
  return {
    async insert(trx: Queries, rows: AuditEntryRow[]): Promise<void> {
      await trx.insertInto('audit_entries').values(rows).execute();
    },

    /** Which of these was done to one thing, newest first. */
    listOfSubject(
      workspaceId: string,
      subjectId: string,
      actions: string[],
      limit: number,
    ): Promise<AuditEntryRow[]> {
      return database.lists
        .selectFrom('audit_entries')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('subject_id', '=', subjectId)
        .where('action', 'in', actions)
        .orderBy('id', newestFirst)
        .limit(limit)
        .execute();
    },

    /** The entries stay, without what they say about a person; how many there are. */
    async redactSubject(trx: Queries, workspaceId: string, subjectId: string): Promise<number> {
      const redacted = await trx
        .updateTable('audit_entries')
        .set(blanksOf(ERASED_AUDIT_ENTRY))
        .where('workspace_id', '=', workspaceId)
        .where('subject_id', '=', subjectId)
        .returning('id')
        .execute();
      return redacted.length;
    },

    deleteOfWorkspace: createRowDeleter('audit_entries'),

    /** Newest first, one row more than asked for. An action may be given by its noun alone: `api_key`. */
    list(
      workspaceId: string,
      page: { after: string | null; limit: number },
      { action, user }: AuditFilters,
    ): Promise<AuditEntryRow[]> {
      return database.lists
        .selectFrom('audit_entries')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .$if(page.after !== null, (query) => query.where('id', '<', page.after as string))
        .$if(action !== undefined, (query) =>
          query.where((where) =>
            where.or([
              where('action', '=', action as string),
              where.and([where('action', '>', `${action}.`), where('action', '<', `${action}/`)]),
            ]),
          ),
        )
        .$if(user !== undefined, (query) => query.where('user_id', '=', user as string))
        .orderBy('id', newestFirst)
        .limit(page.limit + 1)
        .execute();
    },
  };
}
