import type { Insertable } from 'kysely';
import type { Database, Queries } from '../platform/db/database.ts';
import { type GoneNodes, isHeldBy } from '../platform/db/nodes.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import type { NotificationEventRow, Tables } from '../platform/db/tables.ts';
import { firstIdAt } from '../platform/ids.ts';

export type EventAttempt = Pick<NotificationEventRow, 'id' | 'attempt_count'>;

export type NotificationEventRepository = ReturnType<typeof createNotificationEventRepository>;

export async function insertEvent(
  trx: Queries,
  row: Insertable<Tables['notification_events']>,
): Promise<void> {
  await trx.insertInto('notification_events').values(row).execute();
}

export function createNotificationEventRepository(database: Database) {
  return {
    /** When the next one is due or a lease ends; undefined when there is none. */
    async nextDueAt(): Promise<number | undefined> {
      const row = await database.reader
        .selectFrom('notification_events')
        .select('next_attempt_at')
        .orderBy('next_attempt_at')
        .limit(1)
        .executeTakeFirst();
      return row?.next_attempt_at;
    },

    /** Takes what is due for as long as the lease lasts. Two nodes never get the same one. */
    async claim(trx: Queries, most: number, now: number, leaseMs: number): Promise<NotificationEventRow[]> {
      const due = await trx
        .selectFrom('notification_events')
        .select('id')
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(most)
        .$if(database.engine === 'postgres', (query) => query.forUpdate().skipLocked())
        .execute();
      if (due.length === 0) return [];
      return trx
        .updateTable('notification_events')
        .set((eb) => ({
          attempt_count: eb('attempt_count', '+', 1),
          next_attempt_at: now + leaseMs,
          leased_by: database.node,
        }))
        .where(
          'id',
          'in',
          due.map(({ id }) => id),
        )
        .returningAll()
        .execute();
    },

    /** False when the lease was lost to a later attempt, or what it told of is gone. */
    async finish(trx: Queries, { id, attempt_count }: EventAttempt): Promise<boolean> {
      const finished = await trx
        .deleteFrom('notification_events')
        .where('id', '=', id)
        .where('attempt_count', '=', attempt_count)
        .returning('id')
        .executeTakeFirst();
      return finished !== undefined;
    },
  };
}

/** One batch of those that could not be told for so long that they are no news any more; how many went. */
export async function deleteEventsBefore(trx: Queries, before: number, batch: number): Promise<number> {
  const old = trx
    .selectFrom('notification_events')
    .select('id')
    .where('id', '<', firstIdAt('notification', before))
    .orderBy('id')
    .limit(batch);
  const gone = await trx.deleteFrom('notification_events').where('id', 'in', old).returning('id').execute();
  return gone.length;
}

/** For those that a node which is gone had in hand: they are due now. */
export async function releaseNotificationEvents(trx: Queries, gone: GoneNodes, now: number): Promise<void> {
  await trx
    .updateTable('notification_events')
    .set({ next_attempt_at: now, leased_by: null })
    .where('next_attempt_at', '>', now)
    .where(isHeldBy('leased_by', gone))
    .execute();
}

export const deleteNotificationEventsOfWorkspace = createRowDeleter('notification_events');
