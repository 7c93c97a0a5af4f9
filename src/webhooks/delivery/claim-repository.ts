import { type RawBuilder, sql } from 'kysely';
import type { Database, Queries } from '../../platform/db/database.ts';
import { literalLimit } from '../../platform/db/planner-hints.ts';
import { precompiledWrite, slot } from '../../platform/db/precompiled.ts';
import type { DeliveryRow, EventRow } from '../../platform/db/tables.ts';
import { timeOfId } from '../../platform/ids.ts';
import { MAX_CLAIMED } from './allocate-slots.ts';
import { isDue } from './delivery-repository.ts';

/** A delivery that is ours until its lease ends, and the event that is to be sent. */
export interface Leased {
  delivery: Pick<DeliveryRow, 'id' | 'workspace_id' | 'endpoint_id' | 'attempt_count' | 'schedule_step'>;
  event: Pick<EventRow, 'id' | 'type' | 'environment' | 'body' | 'call_id'>;
}

/** Leases as many due deliveries of each endpoint as its share says, those due first. */
export type TakeDeliveries = (
  trx: Queries,
  shares: Map<string, number>,
  times: { now: number; leaseEndsAt: number },
) => Promise<Leased[]>;

/**
 * Claims that were not used are first in line again, as if they had not been claimed: due since they were created. Whoever
 * has claimed one since, after the end of its lease, keeps it.
 */
export function createGiveBack(database: Database): (trx: Queries, claims: Leased[]) => Promise<void> {
  const giveBack = precompiledWrite(database, (db) =>
    db
      .updateTable('deliveries')
      .set({ is_leased: 0, attempt_count: sql<number>`attempt_count - 1`, next_attempt_at: slot<number>(2) })
      .where('id', '=', slot(0))
      .where('attempt_count', '=', slot<number>(1))
      .where('is_leased', '=', 1)
      .where('leased_by', '=', slot(3)),
  );
  return async (trx, claims) => {
    for (const { delivery } of claims.toSorted((a, b) => (a.delivery.id < b.delivery.id ? -1 : 1)))
      await giveBack(trx, [
        delivery.id,
        delivery.attempt_count,
        timeOfId('delivery', delivery.id),
        database.node,
      ]);
  };
}

export function createTakeDeliveries(database: Database): TakeDeliveries {
  return database.engine === 'postgres' ? takeInOneStatement(database) : takeOneByOne(database);
}

type LeasedRow = Leased['delivery'] &
  Pick<DeliveryRow, 'event_id' | 'event_type' | 'environment'> &
  Pick<EventRow, 'body' | 'call_id'>;

function toLeased({
  event_id: id,
  event_type: type,
  environment,
  body,
  call_id,
  ...delivery
}: LeasedRow): Leased {
  return { delivery, event: { id, type, environment, body, call_id } };
}

/** On SQLite nothing changes between choosing and taking. */
function takeOneByOne(database: Database): TakeDeliveries {
  const ofEvent = <T>(column: 'body' | 'call_id') =>
    sql<T>`(select ${sql.ref(column)} from events where events.id = deliveries.event_id)`.as(column);
  /** One statement for each number of places, for the limit is a part of it. */
  const takes = Array.from({ length: MAX_CLAIMED }, (_, index) =>
    precompiledWrite<LeasedRow>(database, (db) =>
      db
        .updateTable('deliveries')
        .set({
          is_leased: 1,
          leased_by: slot(3),
          attempt_count: sql<number>`attempt_count + 1`,
          next_attempt_at: slot<number>(2),
        })
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('deliveries')
            .select('id')
            .where('endpoint_id', '=', slot(0))
            .where(isDue)
            .where('next_attempt_at', '<=', slot<number>(1))
            .orderBy('next_attempt_at')
            .limit(literalLimit(index + 1)),
        )
        .returning(['id', 'workspace_id', 'endpoint_id', 'attempt_count', 'schedule_step', 'event_id'])
        .returning(['event_type', 'environment', ofEvent<string>('body'), ofEvent<string | null>('call_id')]),
    ),
  );

  return async (trx, shares, { now, leaseEndsAt }) => {
    const leased: Leased[] = [];
    for (const [endpointId, share] of shares) {
      const take = takes[Math.min(share, takes.length) - 1];
      if (take === undefined) continue;
      for (const row of await take(trx, [endpointId, now, leaseEndsAt, database.node]))
        leased.push(toLeased(row));
    }
    return leased;
  };
}

/** Over a network one statement for all, which chooses, then changes (planner-hints.ts). */
function takeInOneStatement(database: Database): TakeDeliveries {
  const statement: RawBuilder<LeasedRow> = sql`
    with locked as materialized (
      select wanted.endpoint_id, wanted.share, due.id, due.next_attempt_at
      from unnest(${slot(0)}::text[], ${slot(1)}::int[]) as wanted(endpoint_id, share)
      cross join lateral (
        select d.id, d.next_attempt_at from deliveries d
        where d.endpoint_id = wanted.endpoint_id and d.status = 'due' and d.next_attempt_at <= ${slot(2)}::bigint
        order by d.next_attempt_at limit ${sql.lit(MAX_CLAIMED)} for update
      ) due
    ), placed as (
      select id, share, row_number() over (partition by endpoint_id order by next_attempt_at) as place from locked
    ), taken as (
      update deliveries d set is_leased = 1, leased_by = ${slot(4)}::text, attempt_count = d.attempt_count + 1, next_attempt_at = ${slot(3)}::bigint
      from placed where d.id = placed.id and placed.place <= placed.share
      returning d.id, d.workspace_id, d.endpoint_id, d.attempt_count, d.schedule_step, d.event_id, d.event_type,
        d.environment
    )
    select taken.*, e.body, e.call_id
    from taken join events e on e.id = taken.event_id`;
  const take = precompiledWrite<LeasedRow>(database, (db) => ({ compile: () => statement.compile(db) }));

  return async (trx, shares, { now, leaseEndsAt }) => {
    if (shares.size === 0) return [];
    const wanted = [[...shares.keys()], [...shares.values()]];
    const rows = await take(trx, [...wanted, now, leaseEndsAt, database.node]);
    return rows.map(toLeased);
  };
}
