import type { Database, Queries } from '../platform/db/database.ts';
import { isAmong } from '../platform/db/planner-hints.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';

/** The hash is of the workspace too, so that it names one row by itself. */
export function createOptOutRepository(database: Database) {
  return {
    async insert(
      trx: Queries,
      row: { workspaceId: string; addressHash: string; createdAt: number },
    ): Promise<void> {
      await trx
        .insertInto('email_opt_outs')
        .values({ workspace_id: row.workspaceId, address_hash: row.addressHash, created_at: row.createdAt })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async delete(trx: Queries, workspaceId: string, addressHash: string): Promise<void> {
      await trx
        .deleteFrom('email_opt_outs')
        .where('workspace_id', '=', workspaceId)
        .where('address_hash', '=', addressHash)
        .execute();
    },

    async exists(workspaceId: string, addressHash: string, queries = database.reader): Promise<boolean> {
      const row = await queries
        .selectFrom('email_opt_outs')
        .select('address_hash')
        .where('workspace_id', '=', workspaceId)
        .where('address_hash', '=', addressHash)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Which of these are there, of any workspaces. */
    async among(trx: Queries, workspaceIds: string[], addressHashes: string[]): Promise<Set<string>> {
      const rows = await trx
        .selectFrom('email_opt_outs')
        .select('address_hash')
        .where(isAmong(database.engine, 'workspace_id', workspaceIds))
        .where(isAmong(database.engine, 'address_hash', addressHashes))
        .execute();
      return new Set(rows.map(({ address_hash }) => address_hash));
    },
  };
}

export const deleteOptOutsOfWorkspace = createRowDeleter('email_opt_outs', 'address_hash');
