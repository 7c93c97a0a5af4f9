import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Queries } from '../../platform/db/database.ts';
import { type GoneNodes, isHeldBy } from '../../platform/db/nodes.ts';
import { padded } from '../../platform/db/padded.ts';
import { precompiledForIds, slot } from '../../platform/db/precompiled.ts';
import type { Flag, WebhookEndpointRow } from '../../platform/db/tables.ts';
import { createTakeDeliveries, isDue, type Leased } from './claim-repository.ts';

/** Longer than any exchange takes: while it lasts, nobody else sends the same delivery. */
const LEASE_MS = 60_000;
/** A look at the queue goes over so many endpoints; the next one starts where it ended. */
export const ENDPOINTS_PER_LOOK = 500;

/** An endpoint with deliveries in the queue. */
export interface Waiting {
  id: string;
  /** When something can be sent to it. */
  readyAt: number;
}

/** An endpoint that can be sent to, and how many attempts run to it, on any node. */
export type Reserved = WebhookEndpointRow & { busy: number };

/** A delivery that is ours to send until its lease ends. */
export interface Claim extends Leased {
  endpoint: WebhookEndpointRow;
  claimedAt: number;
}

interface WaitingRow {
  endpoint_id: string;
  paused_until: number | null;
  is_active: Flag | null;
  deleted_at: number | null;
  first_due_at: number;
}

export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>;

export function createDeliveryQueue({ database }: { database: Database }) {
  let lookedUpTo = '';
  const take = createTakeDeliveries(database);

  const reserve = database.engine === 'postgres' ? reserveLocked(database) : reserveAlone(database);

  return {
    /**
     * Leaps along the index from endpoint to endpoint: what it costs depends on how many there are, not on how much is due.
     * `isWhole` is false while there are more to look at.
     */
    async look(): Promise<{ waiting: Waiting[]; isWhole: boolean }> {
      const { rows } = await sql<WaitingRow>`
        with recursive waiting(endpoint_id, place) as (
          select (select min(d.endpoint_id) from deliveries d where ${isDue} and d.endpoint_id > ${lookedUpTo}), 1
          union all
          select (select min(d.endpoint_id) from deliveries d where ${isDue} and d.endpoint_id > w.endpoint_id), w.place + 1
          from waiting w where w.endpoint_id is not null and w.place < ${sql.lit(ENDPOINTS_PER_LOOK)}
        )
        select w.endpoint_id, e.paused_until, e.is_active, e.deleted_at,
          (select min(d.next_attempt_at) from deliveries d where d.endpoint_id = w.endpoint_id and ${isDue}) as first_due_at
        from waiting w left join webhook_endpoints e on e.id = w.endpoint_id
        where w.endpoint_id is not null`.execute(database.reader);
      const isWhole = rows.length < ENDPOINTS_PER_LOOK;
      lookedUpTo = isWhole ? '' : (rows.at(-1)?.endpoint_id ?? '');
      return {
        isWhole,
        waiting: rows
          .filter(({ is_active, deleted_at }) => is_active === 1 && deleted_at === null)
          .map((row) => ({
            id: row.endpoint_id,
            readyAt: Math.max(row.first_due_at, row.paused_until ?? 0),
          })),
      };
    },

    /** Those that can be sent to. On PostgreSQL nobody else hands out their deliveries until this transaction ends. */
    reserve: (trx: Queries, ids: string[], now: number) => reserve(trx, ids.toSorted(), now),

    async claim(
      trx: Queries,
      endpoints: WebhookEndpointRow[],
      shares: Map<string, number>,
      now: number,
    ): Promise<Claim[]> {
      const leased = await take(trx, shares, { now, leaseEndsAt: now + LEASE_MS });
      const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
      return leased.flatMap(({ delivery, event }) => {
        const endpoint = byId.get(delivery.endpoint_id);
        return endpoint === undefined ? [] : [{ delivery, endpoint, event, claimedAt: now }];
      });
    },
  };
}

/**
 * For deliveries that a node which is gone had in hand: their leases end now. From endpoint to endpoint along the index, as
 * `look` does; twice the length of a lease, since the clocks of two nodes differ.
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
    const rows = await countLeased(
      trx,
      endpoints.map(({ id }) => id),
      now,
      now + LEASE_MS,
    );
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
    .where((eb) => eb.or([eb('paused_until', 'is', null), eb('paused_until', '<=', slot<number>(1))]));
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
