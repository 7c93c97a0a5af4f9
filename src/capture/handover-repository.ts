import type { Database, Queries } from '../platform/db/database.ts';
import type { CaptureHandoverRow } from '../platform/db/tables.ts';

export type HandoverRepository = ReturnType<typeof createHandoverRepository>;

export function createHandoverRepository(database: Database) {
  return {
    /** Takes the place of the chain's former code. False when another device has claimed that. */
    async offer(trx: Queries, row: CaptureHandoverRow): Promise<boolean> {
      const { code_hash, expires_at } = row;
      const offered = await trx
        .insertInto('capture_handovers')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('chain_id')
            .doUpdateSet({ code_hash, expires_at })
            .where('capture_handovers.claimed_by', 'is', null),
        )
        .returning('chain_id')
        .executeTakeFirst();
      return offered !== undefined;
    },

    /** An offer that still stands. The code itself is the proof. */
    findOpen(codeHash: string, now: number): Promise<CaptureHandoverRow | undefined> {
      return database.reader
        .selectFrom('capture_handovers')
        .selectAll()
        .where('code_hash', '=', codeHash)
        .where('claimed_by', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
    },

    /** Whether or not it still stands. */
    find(codeHash: string): Promise<CaptureHandoverRow | undefined> {
      return database.reader
        .selectFrom('capture_handovers')
        .selectAll()
        .where('code_hash', '=', codeHash)
        .executeTakeFirst();
    },

    /**
     * Of several devices only one gets the row. It gets it again when it asks again, since its response may have been lost.
     */
    claim(
      trx: Queries,
      codeHash: string,
      claimedBy: string,
      now: number,
    ): Promise<CaptureHandoverRow | undefined> {
      return trx
        .updateTable('capture_handovers')
        .set({ claimed_by: claimedBy })
        .where('code_hash', '=', codeHash)
        .where((eb) =>
          eb.or([
            eb('claimed_by', '=', claimedBy),
            eb.and([eb('claimed_by', 'is', null), eb('expires_at', '>', now)]),
          ]),
        )
        .returningAll()
        .executeTakeFirst();
    },

    async isClaimed(queries: Queries, chainId: string): Promise<boolean> {
      const row = await queries
        .selectFrom('capture_handovers')
        .select('chain_id')
        .where('chain_id', '=', chainId)
        .where('claimed_by', 'is not', null)
        .executeTakeFirst();
      return row !== undefined;
    },

    async deleteExpiredBefore(trx: Queries, expiredBefore: number, batch: number): Promise<number> {
      const old = trx
        .selectFrom('capture_handovers')
        .select('chain_id')
        .where('expires_at', '<=', expiredBefore)
        .limit(batch);
      const result = await trx
        .deleteFrom('capture_handovers')
        .where('chain_id', 'in', old)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
