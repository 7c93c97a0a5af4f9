import type { Insertable } from 'kysely';
import type { Database, Queries } from '../platform/db/database.ts';
import { createLeasedRows, createLeaseRelease } from '../platform/db/leased-rows.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import type { NotificationEventRow, Tables } from '../platform/db/tables.ts';
import { firstIdAt } from '../platform/ids.ts';

const EVENTS = { table: 'notification_events', key: 'id' } as const;

export type NotificationEventRepository = ReturnType<typeof createNotificationEventRepository>;

export async function insertEvent(
  trx: Queries,
  row: Insertable<Tables['notification_events']>,
): Promise<void> {
  await trx.insertInto('notification_events').values(row).execute();
}

export function createNotificationEventRepository(database: Database) {
  return createLeasedRows<NotificationEventRow>(database)(EVENTS);
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

export const releaseNotificationEvents = createLeaseRelease(EVENTS);

export const deleteNotificationEventsOfWorkspace = createRowDeleter('notification_events');
