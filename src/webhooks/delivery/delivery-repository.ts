import { sql } from 'kysely';
import type { Database, Queries } from '../../platform/db/database.ts';
import {
  isLiterally,
  literalLimit,
  newestFirst,
  oldestFirst,
  padded,
} from '../../platform/db/planner-hints.ts';
import { createRowDeleter } from '../../platform/db/rows-of-workspace.ts';
import { type DeliveryStatus, type Environment, type Owner, ownerColumns } from '../../platform/db/tables.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { TEST_EVENT } from '../outbox/event-types.ts';

/**
 * So long a delivery is in the log and can be sent again. After that it is only brought to its end: so nothing in a
 * partition that is about to be dropped comes back to life (0133).
 */
export const LOGGED_MS = 30 * 24 * 3_600_000;

export interface ReplayRange {
  endpointId: string;
  statuses: DeliveryStatus[];
  /** Undefined: both. */
  environment: Environment | undefined;
  from: number;
  to: number;
}

export type DeliveryRepository = ReturnType<typeof createDeliveryRepository>;

/** Deliveries as they are counted, sent again and deleted. */
export function createDeliveryRepository(database: Database) {
  return {
    async countOf(workspaceId: string, endpointId: string, status: 'due' | 'held'): Promise<number> {
      const { count } = await database.reader
        .selectFrom('deliveries')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('workspace_id', '=', workspaceId)
        .where('endpoint_id', '=', endpointId)
        .where(status === 'due' ? isDue : isUndelivered('status'))
        .where('status', '=', status)
        .executeTakeFirstOrThrow();
      return count;
    },

    /**
     * How many are due to an endpoint, or held for it. Looks at no more than `max` that are due, and at the newest of those
     * that were not delivered.
     */
    async countWaiting(trx: Queries, endpointId: string, max: number): Promise<number> {
      const due = sql`select status from deliveries where endpoint_id = ${endpointId} and ${isDue}
        order by next_attempt_at limit ${literalLimit(max)}`;
      const undelivered = trx
        .selectFrom('deliveries')
        .select('status')
        .where('endpoint_id', '=', endpointId)
        .where(isUndelivered('status'))
        .orderBy('id', newestFirst)
        .limit(literalLimit(max));
      const { rows } = await sql<{ count: number }>`
        select (select count(*) from (${due}) as counted)
          + (select count(*) from ${undelivered} as counted where status = 'held') as count`.execute(trx);
      return rows[0]?.count ?? 0;
    },

    countByStatusSince(owner: Owner, since: number): Promise<{ status: DeliveryStatus; count: number }[]> {
      return database.lists
        .selectFrom('deliveries')
        .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
        .where((eb) => eb.and(ownerColumns(owner)))
        .where('id', '>=', firstIdAt('delivery', since))
        .groupBy('status')
        .execute();
    },

    /** The next ids of the range, in order. */
    async idsIn(workspaceId: string, range: ReplayRange, after: string, limit: number): Promise<string[]> {
      const { endpointId, statuses, environment, from, to } = range;
      const rows = await database.reader
        .selectFrom('deliveries')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('endpoint_id', '=', endpointId)
        .where('status', 'in', statuses)
        // A test is tried once, when someone asks for it.
        .where('event_type', '!=', TEST_EVENT)
        .$if(
          statuses.every((status) => UNDELIVERED.includes(status)),
          (q) => q.where(isUndelivered('status')),
        )
        .$if(environment !== undefined, (q) => q.where('environment', '=', environment as Environment))
        .where('id', '>=', firstIdAt('delivery', from))
        .where('id', '<', firstIdAt('delivery', to))
        .where('id', '>', after)
        .orderBy('id', oldestFirst)
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Puts deliveries at the start of their schedule, due now; how many. One that is being sent right now is left alone, and so is one that is no longer in the log. */
    async reset(
      trx: Queries,
      workspaceId: string,
      ids: string[],
      statuses: DeliveryStatus[],
      now: number,
    ): Promise<number> {
      // In this order, so that two who do this at the same time do not wait for each other in a circle.
      const rows = await trx
        .selectFrom('deliveries')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', ids)
        .where('id', '>=', firstIdAt('delivery', now - LOGGED_MS))
        .where('status', 'in', statuses)
        .where((eb) => eb.not(eb.and([eb('is_leased', '=', 1), eb('next_attempt_at', '>', now)])))
        .orderBy('id')
        .$if(database.engine === 'postgres', (q) => q.forUpdate())
        .execute();
      if (rows.length === 0) return 0;
      const found = rows.map(({ id }) => id);
      await trx
        .updateTable('deliveries')
        .set({
          status: 'due',
          schedule_step: 0,
          next_attempt_at: now,
          // One whose lease has ended may still come back with its outcome; it must not decide any more.
          attempt_count: sql`attempt_count + is_leased`,
          is_leased: 0,
          finished_at: null,
        })
        .where('id', 'in', found)
        .execute();
      return found.length;
    },

    /** How many. */
    async deleteOfEndpoint(trx: Queries, endpointId: string, max: number): Promise<number> {
      const rows = await trx
        .selectFrom('deliveries')
        .select('id')
        .where('endpoint_id', '=', endpointId)
        .orderBy('id', oldestFirst)
        .limit(max)
        .$if(database.engine === 'postgres', (query) => query.forUpdate())
        .execute();
      if (rows.length > 0) {
        await trx
          .deleteFrom('deliveries')
          .where('id', 'in', padded(rows.map(({ id }) => id)))
          .execute();
      }
      return rows.length;
    },

    deleteOfWorkspace: createRowDeleter('deliveries'),
  };
}

export const UNDELIVERED: DeliveryStatus[] = ['failed', 'held', 'blocked'];

export const isDue = isLiterally('status', 'due');

export function isUndelivered(column: string) {
  return isLiterally(column, ...UNDELIVERED);
}
