import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Queries } from '../../platform/db/database.ts';
import { type GoneNodes, isHeldBy } from '../../platform/db/nodes.ts';
import { padded } from '../../platform/db/planner-hints.ts';
import { precompiledForIds, slot } from '../../platform/db/precompiled.ts';
import type { Flag, WebhookEndpointRow } from '../../platform/db/tables.ts';
import { MAX_PAUSE_MS } from '../endpoints/breaker.ts';
import { isDue } from './delivery-repository.ts';

/** Longer than any exchange takes: while it lasts, no one else sends the same delivery. */
export const LEASE_MS = 60_000;

/** An endpoint that can be sent to, and how many attempts run to it, on any node. */
export type Reserved = WebhookEndpointRow & { busy: number };

interface WaitingRow {
  endpoint_id: string;
  paused_until: number | null;
  is_active: Flag | null;
  deleted_at: number | null;
  first_due_at: number;
}

/** What is due, found at a cost that does not grow with it. */
export function createQueueRepository(database: Database) {
  const reserve = database.engine === 'postgres' ? reserveLocked(database) : reserveAlone(database);

  return {
    /**
     * The endpoints after the given one that something is due to, at most so many. Leaps along the index from endpoint to
     * endpoint: what it costs depends on how many there are, not on how much is due.
     */
    async endpointsAfter(endpointId: string, max: number): Promise<WaitingRow[]> {
      const { rows } = await sql<WaitingRow>`
        with recursive waiting(endpoint_id, place) as (
          select (select min(d.endpoint_id) from deliveries d where ${isDue} and d.endpoint_id > ${endpointId}), 1
          union all
          select (select min(d.endpoint_id) from deliveries d where ${isDue} and d.endpoint_id > w.endpoint_id), w.place + 1
          from waiting w where w.endpoint_id is not null and w.place < ${sql.lit(max)}
        )
        select w.endpoint_id, e.paused_until, e.is_active, e.deleted_at,
          (select min(d.next_attempt_at) from deliveries d where d.endpoint_id = w.endpoint_id and ${isDue}) as first_due_at
        from waiting w left join webhook_endpoints e on e.id = w.endpoint_id
        where w.endpoint_id is not null`.execute(database.reader);
      return rows;
    },

    /** Those that can be sent to. On PostgreSQL no one else hands out their deliveries until this transaction ends. */
    reserve: (trx: Queries, ids: string[], now: number) => reserve(trx, ids.toSorted(), now),

    /** How many deliveries are due; counts no further than `max`. */
    async countDue(max: number): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (
          select 1 from deliveries where ${isDue} limit ${sql.lit(max)}
        ) as waiting`.execute(database.reader);
      return rows[0]?.count ?? 0;
    },

    /** Deliveries that should have been sent before then. */
    listOverdue(before: number, max: number): Promise<{ id: string }[]> {
      return (
        database.reader
          .selectFrom('deliveries as d')
          .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
          .select('d.id')
          .where('d.status', '=', 'due')
          .where('d.next_attempt_at', '<', before)
          .where('e.is_active', '=', 1)
          // One that fails is given a rest: that is no backlog of ours.
          .where((eb) => eb.or([eb('e.paused_until', 'is', null), eb('e.paused_until', '<', before)]))
          .limit(max)
          .execute()
      );
    },
  };
}

/**
 * For deliveries that a node which is gone had in hand: their leases end now. From endpoint to endpoint along the index, as
 * `endpointsAfter` does; twice the length of a lease, since the clocks of two nodes differ.
 */
export async function releaseDeliveries(
  database: Database,
  trx: Queries,
  gone: GoneNodes,
  now: number,
): Promise<void> {
  const lock = sql.raw(database.engine === 'postgres' ? 'order by d.id for update of d' : '');
  const { rows } = await sql<{ id: string }>`
    with recursive waiting(endpoint_id) as (
      select (select min(d.endpoint_id) from deliveries d where ${isDue})
      union all
      select (select min(d.endpoint_id) from deliveries d where ${isDue} and d.endpoint_id > w.endpoint_id)
      from waiting w where w.endpoint_id is not null
    )
    select d.id from waiting w cross join deliveries d
    where d.endpoint_id = w.endpoint_id and ${isDue} and d.is_leased = 1
      and d.next_attempt_at > ${now} and d.next_attempt_at <= ${now + 2 * LEASE_MS}
      and ${isHeldBy('d.leased_by', gone)} ${lock}`.execute(trx);
  if (rows.length === 0) return;
  await trx
    .updateTable('deliveries')
    .set({ next_attempt_at: now })
    .where('id', 'in', padded(rows.map(({ id }) => id)))
    .execute();
}

type Reserve = (trx: Queries, ids: string[], now: number) => Promise<Reserved[]>;

function reserveAlone(database: Database): Reserve {
  const run = precompiledForIds<Reserved>(database, (db, isOneOfThem) =>
    sendable(db, isOneOfThem).select((eb) =>
      leasedDeliveries(db)
        .select(eb.fn.countAll<number>().as('count'))
        .where(sql<boolean>`deliveries.endpoint_id = webhook_endpoints.id`)
        .as('busy'),
    ),
  );
  return (trx, ids, now) => run(trx, ids, now, now + LEASE_MS);
}

/** Counted when they are locked: what others have claimed until then is seen only by a statement that begins after. */
function reserveLocked(database: Database): Reserve {
  const lock = precompiledForIds<WebhookEndpointRow>(database, (db, isOneOfThem) =>
    sendable(db, isOneOfThem).orderBy('id').forNoKeyUpdate().skipLocked(),
  );
  const countLeased = precompiledForIds<{ endpoint_id: string; count: number }>(database, (db, isOneOfThem) =>
    leasedDeliveries(db)
      .select((eb) => ['endpoint_id', eb.fn.countAll<number>().as('count')])
      .where(isOneOfThem('endpoint_id'))
      .groupBy('endpoint_id'),
  );
  return async (trx, ids, now) => {
    const endpoints = await lock(trx, ids, now);
    const locked = endpoints.map(({ id }) => id);
    const rows = await countLeased(trx, locked, now, now + LEASE_MS);
    const busy = new Map(rows.map(({ endpoint_id, count }) => [endpoint_id, count]));
    return endpoints.map((endpoint) => ({ ...endpoint, busy: busy.get(endpoint.id) ?? 0 }));
  };
}

function sendable(db: Queries, isOneOfThem: (column: string) => RawBuilder<SqlBool>) {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where(isOneOfThem('id'))
    .where('is_active', '=', 1)
    .where('deleted_at', 'is', null)
    .where(({ or, eb }) =>
      or([
        eb('paused_until', 'is', null),
        eb('paused_until', '<=', slot<number>(1)),
        // As `pausedUntil` has it: stored before the clock was set back.
        sql<boolean>`paused_until - ${sql.lit(MAX_PAUSE_MS)} > ${slot<number>(1)}`,
      ]),
    );
}

/** Along the queue's own index: a lease ends within a minute, and little else is due in just that time. */
function leasedDeliveries(db: Queries) {
  return db
    .selectFrom('deliveries')
    .where(isDue)
    .where('next_attempt_at', '>', slot<number>(1))
    .where('next_attempt_at', '<=', slot<number>(2))
    .where('is_leased', '=', 1);
}
