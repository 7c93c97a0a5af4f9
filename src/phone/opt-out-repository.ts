import type { Database, Queries } from '../platform/db/database.ts';

/** Of the whole installation: all workspaces write from the same number. */
export function createPhoneOptOutRepository(database: Database) {
  return {
    async insert(trx: Queries, numberHash: string, now: number): Promise<void> {
      await trx
        .insertInto('phone_opt_outs')
        .values({ number_hash: numberHash, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async delete(trx: Queries, numberHash: string): Promise<void> {
      await trx.deleteFrom('phone_opt_outs').where('number_hash', '=', numberHash).execute();
    },

    async exists(numberHash: string, queries: Queries = database.reader): Promise<boolean> {
      const row = await queries
        .selectFrom('phone_opt_outs')
        .select('number_hash')
        .where('number_hash', '=', numberHash)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** False when it was obeyed before. */
    async takeKeyword(trx: Queries, messageHash: string, now: number): Promise<boolean> {
      const taken = await trx
        .insertInto('phone_keywords')
        .values({ message_hash: messageHash, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('message_hash')
        .executeTakeFirst();
      return taken !== undefined;
    },
  };
}
