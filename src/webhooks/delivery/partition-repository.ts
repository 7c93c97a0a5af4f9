import { sql } from 'kysely';
import type { Database, Queries } from '../../platform/db/database.ts';
import {
  defaultPartition,
  dropPartition,
  idsOf,
  listPeriods,
  lockPartitioned,
  MAX_MOVED,
  type Period,
  partitionOf,
  unlessLocked,
} from '../../platform/db/partitions.ts';
import { isUnsettled } from '../outbox/event-repository.ts';

/** At a time. */
const ROWS_READ = 1_000;

/** PostgreSQL alone: what is over lies in partitions that are dropped as a whole. */
export function createWebhookPartitionRepository(database: Database) {
  /**
   * The events that stay, with all that belongs to them: those with an unsettled delivery, or one in another partition.
   * Nothing that is settled so late becomes unsettled again, so what is found is enough when the partition is dropped.
   * Undefined: too many to be moved, so the partition stays until they are settled.
   */
  async function eventsToKeep(
    period: Period,
    before: number,
    isOver: () => boolean,
  ): Promise<string[] | undefined> {
    const found = new Set(await deliveredElsewhere(period));
    for (let after: string | null = ''; after !== null; ) {
      if (isOver() || found.size > MAX_MOVED) return undefined;
      const part = await unsettledAfter(period, after, before);
      for (const id of part.events ?? []) found.add(id);
      after = part.last;
    }
    return found.size > MAX_MOVED ? undefined : [...found];
  }

  async function deliveredElsewhere(period: Period): Promise<string[]> {
    const [first, end] = idsOf('events', period);
    const [from, to] = idsOf('deliveries', period);
    const { rows } = await sql<{ event_id: string }>`
      select distinct event_id from deliveries
      where event_id >= ${first} and event_id < ${end} and (id < ${from} or id >= ${to})
      limit ${sql.lit(MAX_MOVED + 1)}`.execute(database.reader);
    return rows.map(({ event_id }) => event_id);
  }

  /** The partition is read bit by bit, along its ids. */
  async function unsettledAfter(period: Period, after: string, before: number) {
    const { rows } = await sql<{ last: string | null; events: string[] | null }>`
      select max(d.id) as last, array_agg(d.event_id) filter (where ${isUnsettled('d', before)}) as events
      from (
        select * from ${sql.table(partitionOf('deliveries', period))}
        where id > ${after} order by id limit ${sql.lit(ROWS_READ)}
      ) d`.execute(database.reader);
    return rows[0] ?? { last: null, events: null };
  }

  async function drop(trx: Queries, period: Period, kept: readonly string[]): Promise<void> {
    await lockPartitioned(trx);
    await dropPartition(trx, 'events', period, sql`id = any(${kept}::text[])`);
    await dropPartition(trx, 'deliveries', period, sql`event_id = any(${kept}::text[])`);
    const [from, to] = idsOf('deliveries', period);
    const stayed = sql`select id from ${sql.table(defaultPartition('deliveries'))} where id >= ${from} and id < ${to}`;
    await dropPartition(trx, 'delivery_attempts', period, sql`delivery_id = any(array(${stayed}))`);
  }

  return {
    /** Drops what ended before that time. What happened to a delivery since `settledBefore` keeps its event. */
    async dropUntil(time: number, settledBefore: number, isOver: () => boolean): Promise<void> {
      for (const period of await listPeriods(database.reader)) {
        if (period.to > time) return;
        const kept = await eventsToKeep(period, settledBefore, isOver);
        if (kept !== undefined) await unlessLocked(database, (trx) => drop(trx, period, kept));
      }
    },
  };
}
