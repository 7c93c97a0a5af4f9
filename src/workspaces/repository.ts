import type { Insertable } from 'kysely';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Tables, WorkspaceRow } from '../platform/db/tables.ts';

export type WorkspaceChanges = Partial<Omit<WorkspaceRow, 'id' | 'created_at'>>;

export type WorkspaceRepository = ReturnType<typeof createWorkspaceRepository>;

export function createWorkspaceRepository(database: Database) {
  const hasLocks = database.engine === 'postgres';
  const workspace = (db: Queries, id: string) => db.selectFrom('workspaces').selectAll().where('id', '=', id);

  return {
    find(workspaceId: string, queries: Queries = database.reader): Promise<WorkspaceRow | undefined> {
      return workspace(queries, workspaceId).executeTakeFirst();
    },

    /** How long these workspaces keep what was submitted, in days; null: for good. */
    async retentionsOf(trx: Queries, ids: string[]): Promise<Map<string, number | null>> {
      if (ids.length === 0) return new Map();
      const rows = await trx
        .selectFrom('workspaces')
        .select(['id', 'retention_days'])
        .where('id', 'in', ids)
        .execute();
      return new Map(rows.map(({ id, retention_days }) => [id, retention_days]));
    },

    /** For the operator alone. */
    listAll(): Promise<WorkspaceRow[]> {
      return database.reader.selectFrom('workspaces').selectAll().orderBy('id').execute();
    },

    /**
     * Whoever counts something of the workspace before adding to it locks its row first; inserts that merely refer to
     * the workspace are let through. On SQLite the transaction is alone anyway.
     */
    lock(trx: Queries, workspaceId: string): Promise<WorkspaceRow | undefined> {
      return workspace(trx, workspaceId)
        .$if(hasLocks, (query) => query.forNoKeyUpdate())
        .executeTakeFirst();
    },

    insert(trx: Queries, row: Insertable<Tables['workspaces']>): Promise<WorkspaceRow> {
      return trx.insertInto('workspaces').values(row).returningAll().executeTakeFirstOrThrow();
    },

    update(trx: Queries, workspaceId: string, changes: WorkspaceChanges): Promise<WorkspaceRow | undefined> {
      return trx
        .updateTable('workspaces')
        .set(changes)
        .where('id', '=', workspaceId)
        .returningAll()
        .executeTakeFirst();
    },

    /** Locked against rows that refer to it as well: from here on nothing can be added to it. */
    lockToDelete(trx: Queries, workspaceId: string): Promise<WorkspaceRow | undefined> {
      return workspace(trx, workspaceId)
        .$if(hasLocks, (query) => query.forUpdate())
        .executeTakeFirst();
    },

    async delete(trx: Queries, workspaceId: string): Promise<void> {
      await trx.deleteFrom('workspaces').where('id', '=', workspaceId).execute();
    },

    /** Those of them that no one is in. */
    async deleteWithoutMembers(trx: Queries, ids: string[]): Promise<void> {
      if (ids.length === 0) return;
      await trx
        .deleteFrom('workspaces')
        .where('id', 'in', ids)
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('members')
                .select('members.user_id')
                .whereRef('members.workspace_id', '=', 'workspaces.id'),
            ),
          ),
        )
        .execute();
    },

    async existsAny(): Promise<boolean> {
      const row = await database.reader.selectFrom('workspaces').select('id').limit(1).executeTakeFirst();
      return row !== undefined;
    },

    /** True for exactly one caller in the life of an installation. */
    async claimFirstStart(trx: Queries, now: number): Promise<boolean> {
      const claimed = await trx
        .insertInto('installation')
        .values({ id: 1, created_at: now })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (claimed === undefined) return false;
      const existing = await trx.selectFrom('workspaces').select('id').limit(1).executeTakeFirst();
      return existing === undefined;
    },
  };
}
