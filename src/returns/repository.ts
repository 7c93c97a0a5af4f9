import type { Database, Queries } from '../platform/db/database.ts';
import { type Owner, ownerColumns, type ReturnSecretRow } from '../platform/db/tables.ts';

export type ReturnSecretRepository = ReturnType<typeof createReturnSecretRepository>;

export function createReturnSecretRepository(database: Database) {
  const ofOwner = (queries: Queries, owner: Owner) =>
    queries
      .selectFrom('return_secrets')
      .selectAll()
      .where((eb) => eb.and(ownerColumns(owner)));
  return {
    find(owner: Owner): Promise<ReturnSecretRow | undefined> {
      return ofOwner(database.reader, owner).executeTakeFirst();
    },

    /** The one that there is from now on: of several at once, the first. */
    async insertOrLock(trx: Queries, row: ReturnSecretRow): Promise<ReturnSecretRow> {
      await trx
        .insertInto('return_secrets')
        .values(row)
        .onConflict((conflict) => conflict.columns(['workspace_id', 'environment']).doNothing())
        .execute();
      return ofOwner(trx, { workspaceId: row.workspace_id, environment: row.environment })
        .$if(database.engine === 'postgres', (query) => query.forNoKeyUpdate())
        .executeTakeFirstOrThrow();
    },

    async update(
      trx: Queries,
      owner: Owner,
      changes: Partial<Pick<ReturnSecretRow, 'secret' | 'next_secret'>>,
    ): Promise<void> {
      await trx
        .updateTable('return_secrets')
        .set(changes)
        .where((eb) => eb.and(ownerColumns(owner)))
        .execute();
    },
  };
}

/** One for each environment at most. */
export async function deleteReturnSecretsOfWorkspace(trx: Queries, workspaceId: string): Promise<number> {
  const gone = await trx
    .deleteFrom('return_secrets')
    .where('workspace_id', '=', workspaceId)
    .returning('environment')
    .execute();
  return gone.length;
}
