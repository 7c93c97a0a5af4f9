import type { Database, Queries } from '../platform/db/database.ts';
import type { PhoneSenderRow } from '../platform/db/tables.ts';

export interface RecipientCount {
  window_started_at: number;
  message_count: number;
}

export function createAllowanceRepository(database: Database) {
  const isPostgres = database.engine === 'postgres';
  return {
    /** What the workspace has sent, as it stays until this transaction ends. */
    async lockSender(trx: Queries, workspaceId: string): Promise<PhoneSenderRow> {
      await trx
        .insertInto('phone_senders')
        .values({
          workspace_id: workspaceId,
          day: 0,
          day_count: 0,
          period_started_at: 0,
          period_count: 0,
          next_send_at: 0,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return trx
        .selectFrom('phone_senders')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .$if(isPostgres, (query) => query.forUpdate())
        .executeTakeFirstOrThrow();
    },

    async writeSender(trx: Queries, { workspace_id, ...counts }: PhoneSenderRow): Promise<void> {
      await trx.updateTable('phone_senders').set(counts).where('workspace_id', '=', workspace_id).execute();
    },

    /** Whoever has the sender locked is the only one to change it. */
    findRecipient(
      trx: Queries,
      workspaceId: string,
      numberHash: string,
    ): Promise<RecipientCount | undefined> {
      return trx
        .selectFrom('phone_recipients')
        .select(['window_started_at', 'message_count'])
        .where('workspace_id', '=', workspaceId)
        .where('number_hash', '=', numberHash)
        .executeTakeFirst();
    },

    async writeRecipient(
      trx: Queries,
      workspaceId: string,
      numberHash: string,
      counted: RecipientCount,
    ): Promise<void> {
      await trx
        .insertInto('phone_recipients')
        .values({ workspace_id: workspaceId, number_hash: numberHash, ...counted })
        .onConflict((conflict) => conflict.columns(['workspace_id', 'number_hash']).doUpdateSet(counted))
        .execute();
    },
  };
}
