import { sql } from 'kysely';
import type { Database, Queries } from '../platform/db/database.ts';
import { precompiledWrite, slot } from '../platform/db/precompiled.ts';
import type { DeliveryAttemptRow, DeliveryStatus } from '../platform/db/tables.ts';

/** What an attempt makes of its delivery. */
export interface Verdict {
  id: string;
  /** Only while this is its latest attempt: whoever comes after the lease has ended has lost it to another one. */
  attempt: number;
  /** null: it goes on, due or held. */
  status: DeliveryStatus | null;
  scheduleStep: number;
  nextAttemptAt: number;
  finishedAt: number | null;
}

/** Writes attempts and their verdicts. Deliveries that are gone by now are left out. */
export interface AttemptStore {
  log(trx: Queries, rows: DeliveryAttemptRow[]): Promise<void>;
  judge(trx: Queries, verdicts: Verdict[]): Promise<void>;
}

export function createAttemptStore(database: Database): AttemptStore {
  return database.engine === 'postgres' ? inOneStatement() : oneByOne(database);
}

const COLUMNS = Object.keys({
  delivery_id: 0,
  number: 0,
  workspace_id: 0,
  endpoint_id: 0,
  outcome: 0,
  error: 0,
  status_code: 0,
  address: 0,
  answer: 0,
  started_at: 0,
  duration_ms: 0,
} satisfies Record<keyof DeliveryAttemptRow, 0>) as (keyof DeliveryAttemptRow)[];

/** In this process a statement costs a few microseconds, and a precompiled one less than building one for all. */
function oneByOne(database: Database): AttemptStore {
  const insert = precompiledWrite(database, (db) =>
    db
      .insertInto('delivery_attempts')
      .columns(COLUMNS)
      .expression((eb) =>
        eb
          .selectFrom('deliveries')
          .select(COLUMNS.map((column, index) => slot<never>(index).as(column)))
          .where('id', '=', slot(0)),
      )
      .onConflict((conflict) => conflict.doNothing()),
  );
  const update = precompiledWrite(database, (db) =>
    db
      .updateTable('deliveries')
      .set({
        status: sql`coalesce(${slot(2)}, status)`,
        is_leased: 0,
        schedule_step: slot<number>(3),
        next_attempt_at: slot<number>(4),
        finished_at: slot<number>(5),
      })
      .where('id', '=', slot(0))
      .where('attempt_count', '=', slot<number>(1)),
  );
  return {
    async log(trx, rows) {
      for (const row of rows)
        await insert(
          trx,
          COLUMNS.map((column) => row[column]),
        );
    },
    async judge(trx, verdicts) {
      for (const { id, attempt, status, scheduleStep, nextAttemptAt, finishedAt } of verdicts) {
        await update(trx, [id, attempt, status, scheduleStep, nextAttemptAt, finishedAt]);
      }
    },
  };
}

/** Over a network each statement costs a round trip; and one text for any number of rows is prepared once. */
function inOneStatement(): AttemptStore {
  return {
    async log(trx, rows) {
      const list = (column: keyof DeliveryAttemptRow) => rows.map((row) => row[column]);
      await sql`
        insert into delivery_attempts (delivery_id, number, workspace_id, endpoint_id, outcome, error, status_code,
          address, answer, started_at, duration_ms)
        select t.* from unnest(${list('delivery_id')}::text[], ${list('number')}::int[], ${list('workspace_id')}::text[],
          ${list('endpoint_id')}::text[], ${list('outcome')}::text[], ${list('error')}::text[],
          ${list('status_code')}::int[], ${list('address')}::text[], ${list('answer')}::text[],
          ${list('started_at')}::bigint[], ${list('duration_ms')}::int[])
          as t(delivery_id, number, workspace_id, endpoint_id, outcome, error, status_code, address, answer, started_at,
            duration_ms)
        join deliveries d on d.id = t.delivery_id
        on conflict do nothing`.execute(trx);
    },
    async judge(trx, verdicts) {
      const sorted = verdicts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const list = (name: keyof Verdict) => sorted.map((verdict) => verdict[name]);
      // Locked in the order of their ids, as everybody does who changes several.
      await sql`select id from deliveries where id = any(${list('id')}::text[]) order by id for update`.execute(
        trx,
      );
      await sql`
        update deliveries d set status = coalesce(t.status, d.status), is_leased = 0, schedule_step = t.schedule_step,
          next_attempt_at = t.next_attempt_at, finished_at = t.finished_at
        from unnest(${list('id')}::text[], ${list('attempt')}::int[], ${list('status')}::text[],
          ${list('scheduleStep')}::int[], ${list('nextAttemptAt')}::bigint[], ${list('finishedAt')}::bigint[])
          as t(id, attempt, status, schedule_step, next_attempt_at, finished_at)
        where d.id = t.id and d.attempt_count = t.attempt`.execute(trx);
    },
  };
}
