import { type RawBuilder, sql } from 'kysely';
import { countUpTo } from './count-up-to.ts';
import type { Database, Queries } from './database.ts';
import { isHeldBy, type ReleaseLeases } from './nodes.ts';
import type { Tables } from './tables.ts';

export interface LeasedTable<Key extends string = string> {
  table: keyof Tables;
  key: Key;
  /** Which of its rows wait, as its index has it; all of them when this is left out. */
  isWaiting?: RawBuilder<boolean>;
}

/** The attempt that a worker holds the lease for. */
export type LeasedAttempt<Key extends string> = Record<Key, string> & { attempt_count: number };

const ALL = sql<boolean>`true`;

/**
 * A table of work that is done once by some node: a row is due at a time, is leased for as long as an attempt may take,
 * and comes back by itself when no one said how the attempt ended.
 */
export function createLeasedRows<Row>(database: Database) {
  return <Key extends keyof Row & string>({ table, key, isWaiting = ALL }: LeasedTable<Key>) => {
    const [rows, id] = [sql.table(table), sql.ref(key)];

    /** Chooses the attempt's row unless the lease was lost to a later attempt. */
    const isHeld = (attempt: LeasedAttempt<Key>) =>
      sql<boolean>`(${id} = ${attempt[key]} and attempt_count = ${attempt.attempt_count} and ${isWaiting})`;

    return {
      isHeld,

      /** When the next one is due or a lease ends; undefined when nothing waits. */
      async nextDueAt(): Promise<number | undefined> {
        const next = await sql<{ next_attempt_at: number }>`
          select next_attempt_at from ${rows} where ${isWaiting} order by next_attempt_at limit 1`.execute(
          database.reader,
        );
        return next.rows[0]?.next_attempt_at;
      },

      /** How many wait, counted no further than this. */
      count(max: number): Promise<number> {
        return countUpTo(database, table, isWaiting, max);
      },

      /** How many should have been tried before then, counted no further than this. */
      countLate(before: number, max: number): Promise<number> {
        return countUpTo(database, table, sql<boolean>`${isWaiting} and next_attempt_at < ${before}`, max);
      },

      /** Takes what is due for as long as the lease lasts, except for these. Two nodes never get the same one. */
      async claim(
        trx: Queries,
        most: number,
        now: number,
        leaseMs: number,
        except: readonly Row[],
      ): Promise<Row[]> {
        const lock = database.engine === 'postgres' ? sql`for update skip locked` : sql``;
        const isOther =
          except.length === 0 ? ALL : sql<boolean>`${id} not in (${sql.join(except.map((row) => row[key]))})`;
        const due = await sql<Record<Key, string>>`
          select ${id} from ${rows} where ${isWaiting} and next_attempt_at <= ${now} and ${isOther}
          order by next_attempt_at limit ${most} ${lock}`.execute(trx);
        if (due.rows.length === 0) return [];
        const claimed = await sql<Row>`
          update ${rows}
          set attempt_count = attempt_count + 1, next_attempt_at = ${now + leaseMs}, leased_by = ${database.node}
          where ${id} in (${sql.join(due.rows.map((row) => row[key]))}) returning *`.execute(trx);
        return claimed.rows;
      },

      async postpone(
        trx: Queries,
        attempt: LeasedAttempt<Key>,
        { until, error }: { until: number; error: string },
      ): Promise<void> {
        await sql`update ${rows} set next_attempt_at = ${until}, leased_by = null, error = ${error}
          where ${isHeld(attempt)}`.execute(trx);
      },

      /** The work is done and its row goes. False when the lease was lost, or what it was about is gone. */
      async delete(trx: Queries, attempt: LeasedAttempt<Key>): Promise<boolean> {
        const gone = await sql`delete from ${rows} where ${isHeld(attempt)} returning ${id}`.execute(trx);
        return gone.rows.length > 0;
      },
    };
  };
}

/** For rows that a node which is gone had in hand: they are due now. */
export function createLeaseRelease({ table, isWaiting = ALL }: LeasedTable): ReleaseLeases {
  return (trx, gone, now) =>
    sql`update ${sql.table(table)} set next_attempt_at = ${now}, leased_by = null
      where ${isWaiting} and next_attempt_at > ${now} and ${isHeldBy('leased_by', gone)}`.execute(trx);
}
