import type { Database, Queries } from '../platform/db/database.ts';
import { type HappeningKind, type Owner, ownerColumns } from '../platform/db/tables.ts';
import type { Ids } from '../platform/ids.ts';
import { insertEvent } from './event-repository.ts';
import type { HappeningContent } from './happenings.ts';

export interface Happening<Kind extends HappeningKind = HappeningKind> {
  kind: Kind;
  content: HappeningContent[Kind];
  requestId?: string;
  noteId?: string;
}

export type NotificationOutbox = ReturnType<typeof createNotificationOutbox>;

/**
 * What members may want to hear of is written down in the transaction in which it happens: one row, however many members
 * there are. The worker tells each of them.
 */
export function createNotificationOutbox({ database, ids }: { database: Database; ids: Ids }) {
  return {
    async record<Kind extends HappeningKind>(
      trx: Queries,
      owner: Owner,
      { kind, content, requestId, noteId }: Happening<Kind>,
      now: number,
    ): Promise<void> {
      await insertEvent(trx, {
        id: ids.next('notification', now),
        ...ownerColumns(owner),
        kind,
        request_id: requestId ?? null,
        note_id: noteId ?? null,
        content: JSON.stringify(content),
        attempt_count: 0,
        next_attempt_at: now,
        created_at: now,
      });
      database.afterCommit(trx, () => database.signals.send('notifications'));
    },
  };
}
