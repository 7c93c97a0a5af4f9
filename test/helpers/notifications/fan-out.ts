import type { Database } from '../../../src/platform/db/database.ts';
import type { NotificationRow } from '../../../src/platform/db/tables.ts';
import type { TestApp } from '../app/test-app.ts';
import { rowsOf } from '../database/stored-rows.ts';

/** Tells members of all that happened so far, as the server's worker does. */
export async function tellMembers(services: Pick<TestApp['services'], 'fanOut'>): Promise<void> {
  const worker = services.fanOut.openWorker({
    warn: (facts: object) => {
      throw new Error(JSON.stringify(facts));
    },
  } as never);
  await worker.settled();
  await worker.stop();
}

/** What a member was told, oldest first. */
export function toldTo(
  { database }: { database: Database },
  member: { userId: string },
): Promise<NotificationRow[]> {
  return rowsOf(database, 'notifications', { user_id: member.userId }, 'id');
}
