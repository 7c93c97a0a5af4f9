import { type Insertable, sql } from 'kysely';
import type { Membership } from '../identity/member-repository.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { newestFirst } from '../platform/db/planner-hints.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import {
  type Environment,
  type HappeningKind,
  type NotificationRow,
  type Owner,
  ownerColumns,
  type Tables,
} from '../platform/db/tables.ts';
import type { Page } from '../platform/http/pages.ts';
import { firstIdAt } from '../platform/ids.ts';

/** Whose notifications, in which environment. */
export interface Reader extends Owner {
  userId: string;
}

/** With what the request is called, as far as it is about one. */
export interface ListedNotification extends NotificationRow {
  unique_code: string | null;
  permanent_link_id: string | null;
  submitted_at: number | null;
}

const INSERTED_AT_ONCE = 500;

export type NotificationRepository = ReturnType<typeof createNotificationRepository>;

export function createNotificationRepository(database: Database) {
  const ofReader = ({ userId, ...owner }: Reader) => ({ ...ownerColumns(owner), user_id: userId });

  return {
    async insert(trx: Queries, rows: Insertable<Tables['notifications']>[]): Promise<void> {
      for (let start = 0; start < rows.length; start += INSERTED_AT_ONCE)
        await trx
          .insertInto('notifications')
          .values(rows.slice(start, start + INSERTED_AT_ONCE))
          .execute();
    },

    /** Newest first, one row more than the page holds. */
    list(reader: Reader, { after, limit }: Page): Promise<ListedNotification[]> {
      return database.reader
        .selectFrom('notifications as n')
        .leftJoin('photo_requests as r', (join) =>
          join.onRef('r.id', '=', 'n.request_id').onRef('r.workspace_id', '=', 'n.workspace_id'),
        )
        .selectAll('n')
        .select(['r.unique_code', 'r.permanent_link_id', 'r.submitted_at'])
        .where('n.workspace_id', '=', reader.workspaceId)
        .where('n.user_id', '=', reader.userId)
        .where('n.environment', '=', reader.environment)
        .where('n.is_shown', '=', 1)
        .$if(after !== null, (q) => q.where('n.id', '<', after as string))
        .orderBy('n.id', newestFirst)
        .limit(limit + 1)
        .execute();
    },

    /** Counted up to this. */
    async countUnread(reader: Reader, max: number): Promise<number> {
      const unread = await database.reader
        .selectFrom('notifications')
        .select('id')
        .where((eb) => eb.and({ ...ofReader(reader), is_shown: 1 as const }))
        .where('read_at', 'is', null)
        .limit(max)
        .execute();
      return unread.length;
    },

    /** The newest ones after this id, newest first. */
    async idsAfter(reader: Reader, id: string, limit: number): Promise<string[]> {
      const newest = await database.reader
        .selectFrom('notifications')
        .select('id')
        .where((eb) => eb.and({ ...ofReader(reader), is_shown: 1 as const }))
        .where('id', '>', id)
        .orderBy('id', newestFirst)
        .limit(limit)
        .execute();
      return newest.map((row) => row.id);
    },

    /** One of them, or all up to one; how many were unread. */
    async markRead(
      trx: Queries,
      reader: Reader,
      which: { id: string } | { upTo: string },
      now: number,
    ): Promise<number> {
      const read = await trx
        .updateTable('notifications')
        .set({ read_at: now })
        .where((eb) => eb.and(ofReader(reader)))
        .where('id', 'id' in which ? '=' : '<=', 'id' in which ? which.id : which.upTo)
        .where('read_at', 'is', null)
        .returning('id')
        .execute();
      return read.length;
    },

    async exists(reader: Reader, id: string): Promise<boolean> {
      const found = await database.reader
        .selectFrom('notifications')
        .select('id')
        .where((eb) => eb.and({ ...ofReader(reader), id, is_shown: 1 as const }))
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Some of those whose digest is due, other than these. */
    async dueDigests(now: number, limit: number, others: Membership[]): Promise<Membership[]> {
      const pairs = others.map(({ workspace_id, user_id }) => sql`(${workspace_id}, ${user_id})`);
      const rows = await database.reader
        .selectFrom('notifications')
        .select(['workspace_id', 'user_id'])
        .where('digest_at', '<=', now)
        .$if(pairs.length > 0, (query) =>
          query.where(sql<boolean>`(workspace_id, user_id) not in (values ${sql.join(pairs)})`),
        )
        .orderBy('digest_at')
        .limit(limit)
        .execute();
      const seen = new Map(rows.map((row) => [`${row.workspace_id} ${row.user_id}`, row]));
      return [...seen.values()];
    },

    /**
     * Takes all that is due of a member, and returns the oldest of it and how much it was. Of several who take it at once
     * one gets it, the others nothing.
     */
    async takeDue(
      trx: Queries,
      { workspace_id, user_id }: Membership,
      { now, listed }: { now: number; listed: number },
    ): Promise<{ oldest: NotificationRow[]; total: number }> {
      const isDue = sql<boolean>`(workspace_id = ${workspace_id} and user_id = ${user_id} and digest_at <= ${now})`;
      const oldest = await trx
        .selectFrom('notifications')
        .selectAll()
        .where(isDue)
        .orderBy('id')
        .limit(listed)
        .$if(database.engine === 'postgres', (query) => query.forUpdate())
        .execute();
      if (oldest.length === 0) return { oldest, total: 0 };
      // No one sees those outside of the digest.
      const { numDeletedRows } = await trx
        .deleteFrom('notifications')
        .where(isDue)
        .where('is_shown', '=', 0)
        .executeTakeFirst();
      const { numUpdatedRows } = await trx
        .updateTable('notifications')
        .set({ digest_at: null })
        .where(isDue)
        .executeTakeFirst();
      return { oldest, total: Number(numDeletedRows + numUpdatedRows) };
    },

    async deleteOfMember(trx: Queries, workspaceId: string, userId: string): Promise<void> {
      await trx
        .deleteFrom('notifications')
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .execute();
    },

    async deleteKinds(
      trx: Queries,
      workspaceId: string,
      userId: string,
      kinds: HappeningKind[],
    ): Promise<void> {
      await trx
        .deleteFrom('notifications')
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .where('kind', 'in', kinds)
        .execute();
    },

    /** One batch of those from before then; how many went. */
    async deleteBefore(trx: Queries, before: number, batch: number): Promise<number> {
      const old = trx
        .selectFrom('notifications')
        .select('id')
        .where('id', '<', firstIdAt('notification', before))
        .orderBy('id')
        .limit(batch);
      const gone = await trx.deleteFrom('notifications').where('id', 'in', old).returning('id').execute();
      return gone.length;
    },

    /** Keeps the newest ones that a member sees in an environment; what waits for a digest stays. */
    async trim(
      trx: Queries,
      { workspace_id, user_id, environment }: Membership & { environment: Environment },
      kept: number,
    ): Promise<void> {
      const last = await trx
        .selectFrom('notifications')
        .select('id')
        .where((eb) => eb.and({ workspace_id, user_id, environment, is_shown: 1 as const }))
        .orderBy('id', newestFirst)
        .offset(kept)
        .limit(1)
        .executeTakeFirst();
      if (last === undefined) return;
      await trx
        .deleteFrom('notifications')
        .where((eb) => eb.and({ workspace_id, user_id, environment }))
        .where('id', '<=', last.id)
        .where('digest_at', 'is', null)
        .execute();
    },
  };
}

/** What was told, or is about to be, of requests that are deleted. */
export async function deleteNotificationsOfRequests(trx: Queries, requestIds: string[]): Promise<void> {
  if (requestIds.length === 0) return;
  await trx.deleteFrom('notification_events').where('request_id', 'in', requestIds).execute();
  await trx.deleteFrom('notifications').where('request_id', 'in', requestIds).execute();
}

/** The same of one note. */
export async function deleteNotificationsOfNote(
  trx: Queries,
  note: { requestId: string; noteId: string },
): Promise<void> {
  const { requestId, noteId } = note;
  await trx
    .deleteFrom('notification_events')
    .where('request_id', '=', requestId)
    .where('note_id', '=', noteId)
    .execute();
  await trx
    .deleteFrom('notifications')
    .where('request_id', '=', requestId)
    .where('note_id', '=', noteId)
    .execute();
}

export const deleteNotificationsOfWorkspace = createRowDeleter('notifications');
