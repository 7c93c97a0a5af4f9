import { sql } from 'kysely';
import { countUpTo } from '../platform/db/count-up-to.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { photoIdInQuarantine, QUARANTINE } from './keys.ts';

/** Both engines limit the parameters of a statement. */
const KEYS_AT_ONCE = 500;

/** The queue of files that nothing refers to any more, which are deleted soon. Its table is called `purges`. */
export function createFileDeletionRepository(database: Database) {
  return {
    /** In the transaction that makes them unreachable: a crash at any later point leaves them in the queue. */
    async queueFileDeletions(trx: Queries, storageKeys: string[], now: number): Promise<void> {
      for (let at = 0; at < storageKeys.length; at += KEYS_AT_ONCE) {
        await trx
          .insertInto('purges')
          .values(
            storageKeys.slice(at, at + KEYS_AT_ONCE).map((storage_key) => ({ storage_key, due_at: now })),
          )
          .onConflict((conflict) => conflict.column('storage_key').doNothing())
          .execute();
      }
    },

    /** The photos that were put aside and can still be looked at. Over all workspaces. */
    async listSetAside(limit: number): Promise<string[]> {
      const rows = await database.reader
        .selectFrom('purges')
        .select('storage_key')
        .where('storage_key', '>', QUARANTINE)
        .where('storage_key', '<', `${QUARANTINE}~`)
        .orderBy('storage_key')
        .limit(limit)
        .execute();
      return rows.flatMap(({ storage_key }) => photoIdInQuarantine(storage_key) ?? []);
    },

    /** How many files wait to be deleted. */
    async countFileDeletions(): Promise<number> {
      const { count } = await database.reader
        .selectFrom('purges')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** How many should have been deleted before then, counted no further than this. */
    countLateFileDeletions(before: number, max: number): Promise<number> {
      return countUpTo(database, 'purges', sql<boolean>`due_at < ${before}`, max);
    },

    /** The files that are due to be deleted: those that wait the longest, or those that came last. */
    async dueFileDeletions(now: number, limit: number, from: 'oldest' | 'newest'): Promise<string[]> {
      const rows = await database.reader
        .selectFrom('purges')
        .select('storage_key')
        .where('due_at', '<=', now)
        .orderBy('due_at', from === 'oldest' ? 'asc' : 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ storage_key }) => storage_key);
    },

    /** Which of these will be deleted: whoever deleted them does not want them put aside. */
    async queuedFileDeletions(storageKeys: string[]): Promise<Set<string>> {
      const rows = await database.reader
        .selectFrom('purges')
        .select('storage_key')
        .where('storage_key', 'in', storageKeys)
        .execute();
      return new Set(rows.map(({ storage_key }) => storage_key));
    },

    async postponeFileDeletions(trx: Queries, storageKeys: string[], until: number): Promise<void> {
      await trx
        .updateTable('purges')
        .set({ due_at: until })
        .where('storage_key', 'in', storageKeys)
        .execute();
    },

    /** It is needed after all; false when it is deleted already. */
    async cancelFileDeletion(trx: Queries, storageKey: string): Promise<boolean> {
      const { numDeletedRows } = await trx
        .deleteFrom('purges')
        .where('storage_key', '=', storageKey)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0;
    },

    async completeFileDeletions(trx: Queries, storageKeys: string[]): Promise<void> {
      await trx.deleteFrom('purges').where('storage_key', 'in', storageKeys).execute();
    },
  };
}
