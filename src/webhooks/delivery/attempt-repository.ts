import { sql } from 'kysely';
import type { Database, Queries } from '../../platform/db/database.ts';
import { precompiledWrite, slot } from '../../platform/db/precompiled.ts';
import type { DeliveryAttemptRow } from '../../platform/db/tables.ts';
import type { DeliveryTransition } from './delivery-transitions.ts';

/** An attempt to be kept, and what follows from it while it is the latest one: after the end of its lease there may be another. */
export interface EndedAttempt {
  row: DeliveryAttemptRow;
  next: DeliveryTransition;
}

/** Writes attempts and what follows from them. Deliveries that are gone by now are left out. */
type RecordAttempts = (trx: Queries, attempts: EndedAttempt[]) => Promise<void>;

export function createAttemptRepository(database: Database) {
  return {
    record: database.engine === 'postgres' ? recordInOneStatement(database) : recordOneByOne(database),

    async insert(trx: Queries, row: DeliveryAttemptRow): Promise<void> {
      await trx.insertInto('delivery_attempts').values(row).execute();
    },

    listOf(workspaceId: string, deliveryId: string): Promise<DeliveryAttemptRow[]> {
      return database.reader
        .selectFrom('delivery_attempts')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('delivery_id', '=', deliveryId)
        .orderBy('number')
        .execute();
    },
  };
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
function recordOneByOne(database: Database): RecordAttempts {
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
  return async (trx, attempts) => {
    for (const { row, next } of attempts) {
      const values = COLUMNS.map((column) => row[column]);
      await insert(trx, values);
      const { status, scheduleStep, nextAttemptAt, finishedAt } = next;
      await update(trx, [row.delivery_id, row.number, status, scheduleStep, nextAttemptAt, finishedAt]);
    }
  };
}

/**
 * Over a network each statement costs a round trip; and one text for any number of rows is prepared once. The deliveries
 * are locked in the order of their ids, as by everyone who changes several. The list is joined once (planner-hints.ts).
 */
function recordInOneStatement(database: Database): RecordAttempts {
  const run = precompiledWrite(database, (db) => ({
    compile: () =>
      sql`
        with ended as materialized (
          select t.* from unnest(${slot(0)}::text[], ${slot(1)}::int[], ${slot(2)}::text[], ${slot(3)}::text[],
            ${slot(4)}::text[], ${slot(5)}::text[], ${slot(6)}::int[], ${slot(7)}::text[], ${slot(8)}::text[],
            ${slot(9)}::bigint[], ${slot(10)}::int[], ${slot(11)}::text[], ${slot(12)}::int[], ${slot(13)}::bigint[],
            ${slot(14)}::bigint[])
          as t(delivery_id, number, workspace_id, endpoint_id, outcome, error, status_code, address, answer, started_at,
            duration_ms, status, schedule_step, next_attempt_at, finished_at)
          join deliveries on deliveries.id = t.delivery_id
          order by t.delivery_id for update of deliveries
        ), kept as (
          insert into delivery_attempts (${sql.join(COLUMNS.map((column) => sql.ref(column)))})
          select ${sql.join(COLUMNS.map((column) => sql.ref(`ended.${column}`)))}
          from ended on conflict do nothing
        )
        update deliveries d set status = coalesce(ended.status, d.status), is_leased = 0,
          schedule_step = ended.schedule_step, next_attempt_at = ended.next_attempt_at, finished_at = ended.finished_at
        from ended where d.id = ended.delivery_id and d.attempt_count = ended.number`.compile(db),
  }));
  return async (trx, attempts) => {
    const rows = COLUMNS.map((column) => attempts.map(({ row }) => row[column]));
    const transitions = (['status', 'scheduleStep', 'nextAttemptAt', 'finishedAt'] as const).map((name) =>
      attempts.map(({ next }) => next[name]),
    );
    await run(trx, [...rows, ...transitions]);
  };
}
