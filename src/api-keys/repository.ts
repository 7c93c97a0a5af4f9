import type { Database, Queries } from '../platform/db/database.ts';
import { precompiledLookup } from '../platform/db/precompiled.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import type { ApiKeyRow, Environment } from '../platform/db/tables.ts';
import { type CallerColumns, selectCaller } from './caller-repository.ts';

export type ApiKeyRepository = ReturnType<typeof createApiKeyRepository>;

export function createApiKeyRepository(database: Database) {
  const findCaller = precompiledLookup<CallerColumns>(database, 1, (db, key) => selectCaller(db, key(0)));

  return {
    findCaller: (hash: string): Promise<CallerColumns | undefined> => findCaller(hash),

    list(workspaceId: string): Promise<ApiKeyRow[]> {
      return database.reader
        .selectFrom('api_keys')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .orderBy('id')
        .execute();
    },

    /** The key as it is until this transaction ends. */
    lock(trx: Queries, workspaceId: string, id: string): Promise<ApiKeyRow | undefined> {
      return trx
        .selectFrom('api_keys')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .$if(database.engine === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst();
    },

    async findName(queries: Queries, workspaceId: string, id: string): Promise<string | undefined> {
      const row = await queries
        .selectFrom('api_keys')
        .select('name')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.name;
    },

    /** For the operator alone, who names a key without its workspace. */
    async findWorkspaceOf(id: string): Promise<string | undefined> {
      const row = await database.reader
        .selectFrom('api_keys')
        .select('workspace_id')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.workspace_id;
    },

    async count(trx: Queries, workspaceId: string): Promise<Record<Environment, number>> {
      const rows = await trx
        .selectFrom('api_keys')
        .select(['environment', trx.fn.countAll<number>().as('count')])
        .where('workspace_id', '=', workspaceId)
        .groupBy('environment')
        .execute();
      const counts = { live: 0, test: 0 };
      for (const row of rows) counts[row.environment] = row.count;
      return counts;
    },

    async insert(trx: Queries, row: ApiKeyRow): Promise<void> {
      await trx.insertInto('api_keys').values(row).execute();
    },

    update(
      trx: Queries,
      workspaceId: string,
      id: string,
      changes: Partial<Pick<ApiKeyRow, 'name' | 'is_active' | 'hash' | 'last_four' | 'last_used_at'>>,
    ): Promise<ApiKeyRow | undefined> {
      return trx
        .updateTable('api_keys')
        .set(changes)
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
    },

    delete(trx: Queries, workspaceId: string, id: string): Promise<ApiKeyRow | undefined> {
      return trx
        .deleteFrom('api_keys')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
    },

    /** Other nodes may have been faster: the time only moves forward. */
    async touch(trx: Queries, workspaceId: string, id: string, now: number): Promise<void> {
      await trx
        .updateTable('api_keys')
        .set({ last_used_at: now })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', now)]))
        .execute();
    },

    deleteOfWorkspace: createRowDeleter('api_keys'),
  };
}
