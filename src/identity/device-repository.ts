import type { Database, Queries } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.ts';

export function createDeviceRepository(database: Database) {
  return {
    async isKnown(
      tokenHash: string,
      account: { email: string } | { userId: string },
      usedAfter: number,
    ): Promise<boolean> {
      const found = await database.reader
        .selectFrom('known_devices as d')
        .innerJoin('users as u', 'u.id', 'd.user_id')
        .select('d.user_id')
        .where(
          'email' in account ? 'u.email' : 'u.id',
          '=',
          'email' in account ? account.email : account.userId,
        )
        .where('d.token_hash', '=', tokenHash)
        .where('d.last_used_at', '>', usedAfter)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Adds it, or notes that it was used again, and keeps so many of the user's latest. */
    async save(trx: Queries, row: Tables['known_devices'], max: number): Promise<void> {
      await trx
        .insertInto('known_devices')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'token_hash']).doUpdateSet({ last_used_at: row.last_used_at }),
        )
        .execute();
      await trx
        .deleteFrom('known_devices')
        .where('user_id', '=', row.user_id)
        .where('token_hash', 'not in', (query) =>
          query
            .selectFrom('known_devices')
            .select('token_hash')
            .where('user_id', '=', row.user_id)
            .orderBy('last_used_at', 'desc')
            .orderBy('token_hash')
            .limit(max),
        )
        .execute();
    },

    async delete(trx: Queries, userId: string, tokenHash: string): Promise<void> {
      await trx
        .deleteFrom('known_devices')
        .where('user_id', '=', userId)
        .where('token_hash', '=', tokenHash)
        .execute();
    },

    async deleteAll(trx: Queries, userId: string): Promise<void> {
      await trx.deleteFrom('known_devices').where('user_id', '=', userId).execute();
    },

    /** How many went. */
    async deleteUsedBefore(before: number, batch: number): Promise<number> {
      const rows = await database.write((trx) =>
        trx
          .deleteFrom('known_devices')
          .where(({ eb, refTuple, selectFrom }) =>
            eb(
              refTuple('user_id', 'token_hash'),
              'in',
              selectFrom('known_devices')
                .select(['user_id', 'token_hash'])
                .where('last_used_at', '<=', before)
                .limit(batch)
                .$asTuple('user_id', 'token_hash'),
            ),
          )
          .returning('user_id')
          .execute(),
      );
      return rows.length;
    },
  };
}
