import { sql } from 'kysely';
import type { Database, Queries } from '../platform/db/database.ts';
import { createLastOfRequests } from '../platform/db/last-messages.ts';
import { createLeasedRows, createLeaseRelease, type LeasedAttempt } from '../platform/db/leased-rows.ts';
import { isLiterally } from '../platform/db/planner-hints.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import type { PhoneMessageRow, PhoneMessageStatus } from '../platform/db/tables.ts';

const MESSAGES = { table: 'phone_messages', key: 'id', isWaiting: isLiterally('status', 'queued') } as const;
const BATCH = 100;

interface RequestOfWorkspace {
  workspaceId: string;
  requestId: string;
}

export type NewPhoneMessage = Pick<
  PhoneMessageRow,
  'workspace_id' | 'request_id' | 'kind' | 'channel' | 'recipient' | 'locale'
>;

export type PhoneMessageRepository = ReturnType<typeof createPhoneMessageRepository>;

export function createPhoneMessageRepository(database: Database) {
  const queue = createLeasedRows<PhoneMessageRow>(database)(MESSAGES);
  const ofRequest = (queries: Queries, { workspaceId, requestId }: RequestOfWorkspace) =>
    queries
      .selectFrom('phone_messages')
      .where('request_id', '=', requestId)
      .where('workspace_id', '=', workspaceId);

  return {
    ...queue,

    async insert(trx: Queries, row: Omit<PhoneMessageRow, 'leased_by'>): Promise<void> {
      await trx.insertInto('phone_messages').values(row).execute();
    },

    listOfRequest(request: RequestOfWorkspace, limit: number): Promise<PhoneMessageRow[]> {
      return ofRequest(database.reader, request).selectAll().limit(limit).execute();
    },

    lastOfRequests: createLastOfRequests(database, 'phone_messages'),

    async idsOfRequest(request: RequestOfWorkspace): Promise<string[]> {
      const rows = await ofRequest(database.reader, request).select('id').execute();
      return rows.map(({ id }) => id);
    },

    /** Whose request it was, as long as a message about it is kept. */
    async workspaceOfRequest(requestId: string): Promise<string | undefined> {
      const row = await database.reader
        .selectFrom('phone_messages')
        .select('workspace_id')
        .where('request_id', '=', requestId)
        .executeTakeFirst();
      return row?.workspace_id;
    },

    async idsOfWorkspace(workspaceId: string, limit: number): Promise<string[]> {
      const rows = await database.reader
        .selectFrom('phone_messages')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    async delete(trx: Queries, ids: string[]): Promise<void> {
      await trx.deleteFrom('phone_messages').where('id', 'in', ids).execute();
    },

    /** Their ids. */
    async deleteOfRequest(trx: Queries, { workspaceId, requestId }: RequestOfWorkspace): Promise<string[]> {
      const gone = await trx
        .deleteFrom('phone_messages')
        .where('request_id', '=', requestId)
        .where('workspace_id', '=', workspaceId)
        .returning('id')
        .execute();
      return gone.map(({ id }) => id);
    },

    /** False, and nothing happens, when the lease was lost to a later attempt or a callback was faster. */
    async finish(
      trx: Queries,
      attempt: LeasedAttempt<'id'>,
      end: { status: 'sent' | 'failed'; error: string | null; now: number },
    ): Promise<boolean> {
      const finished = await trx
        .updateTable('phone_messages')
        .set({ status: end.status, error: end.error, finished_at: end.now })
        .where(queue.isHeld(attempt))
        .returning('id')
        .executeTakeFirst();
      return finished !== undefined;
    },

    async recipientOf(trx: Queries, id: string): Promise<string | undefined> {
      const row = await trx
        .selectFrom('phone_messages')
        .select('recipient')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.recipient;
    },

    /** What the provider says of a message; undefined when there is no such message, or this is no news. */
    advance(
      trx: Queries,
      id: string,
      news: { status: Exclude<PhoneMessageStatus, 'queued'>; error: string | null; now: number },
    ): Promise<PhoneMessageRow | undefined> {
      const before: PhoneMessageStatus[] = news.status === 'sent' ? ['queued'] : ['queued', 'sent'];
      return trx
        .updateTable('phone_messages')
        .set({ status: news.status, error: news.error, finished_at: news.now })
        .where('id', '=', id)
        .where('status', 'in', before)
        .returningAll()
        .executeTakeFirst();
    },

    /** Whether no later message about the same request was written. */
    async isNewest(trx: Queries, { id, request_id }: PhoneMessageRow): Promise<boolean> {
      const later = await trx
        .selectFrom('phone_messages')
        .select('id')
        .where('request_id', '=', request_id)
        .where('id', '>', id)
        .limit(1)
        .executeTakeFirst();
      return later === undefined;
    },
  };
}

export const releasePhoneMessages = createLeaseRelease(MESSAGES);

export const deletePhoneRecipientsOfWorkspace = async (
  trx: Queries,
  workspaceId: string,
  limit: number,
): Promise<number> => {
  const some = trx
    .selectFrom('phone_recipients')
    .select('number_hash')
    .where('workspace_id', '=', workspaceId)
    .limit(limit);
  const gone = await trx
    .deleteFrom('phone_recipients')
    .where('workspace_id', '=', workspaceId)
    .where('number_hash', 'in', some)
    .returning('number_hash')
    .execute();
  return gone.length;
};

export const deletePhoneSendersOfWorkspace = createRowDeleter('phone_senders', 'workspace_id');

/** One batch of the messages that were finished before then; how many went. */
export async function deleteMessagesBefore(trx: Queries, before: number, batch: number): Promise<number> {
  const old = trx
    .selectFrom('phone_messages')
    .select('id')
    .where('created_at', '<', before)
    .where('finished_at', '<', before)
    .orderBy('created_at')
    .limit(batch);
  const gone = await trx.deleteFrom('phone_messages').where('id', 'in', old).returning('id').execute();
  return gone.length;
}

/** Counters of hours that are over say nothing any more. */
export async function deleteRecipientsBefore(trx: Queries, before: number, batch = BATCH): Promise<number> {
  const old = sql`select workspace_id, number_hash from phone_recipients
    where window_started_at < ${before} order by window_started_at limit ${batch}`;
  const gone = await sql`delete from phone_recipients
    where (workspace_id, number_hash) in (${old}) returning number_hash`.execute(trx);
  return gone.rows.length;
}
