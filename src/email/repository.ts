import type { Insertable } from 'kysely';
import type { Database, Queries } from '../platform/db/database.ts';
import { createLastOfRequests } from '../platform/db/last-messages.ts';
import { createLeasedRows, createLeaseRelease, type LeasedAttempt } from '../platform/db/leased-rows.ts';
import { isLiterally } from '../platform/db/planner-hints.ts';
import { precompiledInsert } from '../platform/db/precompiled.ts';
import type { MailRow, MailStatus, Tables } from '../platform/db/tables.ts';

const MAILS = { table: 'mails', key: 'id', isWaiting: isLiterally('status', 'queued') } as const;

interface RequestOfWorkspace {
  workspaceId: string;
  requestId: string;
}

export type MailRepository = ReturnType<typeof createMailRepository>;

export function createMailRepository(database: Database) {
  const ofRequest = (queries: Queries, { workspaceId, requestId }: RequestOfWorkspace) =>
    queries.selectFrom('mails').where('request_id', '=', requestId).where('workspace_id', '=', workspaceId);

  const queue = createLeasedRows<MailRow>(database)(MAILS);

  return {
    ...queue,

    async insert(trx: Queries, row: Insertable<Tables['mails']>): Promise<void> {
      await trx.insertInto('mails').values(row).execute();
    },

    insertAll: precompiledInsert<Omit<MailRow, 'leased_by'>>(database, 'mails', {
      id: 'text',
      workspace_id: 'text',
      kind: 'text',
      recipient: 'text',
      locale: 'text',
      content: 'text',
      request_id: 'text',
      call_id: 'text',
      status: 'text',
      attempt_count: 'bigint',
      next_attempt_at: 'bigint',
      error: 'text',
      created_at: 'bigint',
      finished_at: 'bigint',
    }),

    listOfRequest(request: RequestOfWorkspace, limit: number): Promise<MailRow[]> {
      return ofRequest(database.reader, request).selectAll().limit(limit).execute();
    },

    async countOfRequestSince(trx: Queries, request: RequestOfWorkspace, since: number): Promise<number> {
      const { count } = await ofRequest(trx, request)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('created_at', '>=', since)
        .executeTakeFirstOrThrow();
      return count;
    },

    lastOfRequests: createLastOfRequests(database, 'mails'),

    async idsOfRequest(request: RequestOfWorkspace): Promise<string[]> {
      const rows = await ofRequest(database.reader, request).select('id').execute();
      return rows.map(({ id }) => id);
    },

    /** Whose request it was, as long as an email about it is kept. */
    async workspaceOfRequest(requestId: string): Promise<string | undefined> {
      const row = await database.reader
        .selectFrom('mails')
        .select('workspace_id')
        .where('request_id', '=', requestId)
        .executeTakeFirst();
      return row?.workspace_id ?? undefined;
    },

    async idsOfWorkspace(workspaceId: string, limit: number): Promise<string[]> {
      const rows = await database.reader
        .selectFrom('mails')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Their ids. */
    async deleteOfRequest(trx: Queries, { workspaceId, requestId }: RequestOfWorkspace): Promise<string[]> {
      const gone = await trx
        .deleteFrom('mails')
        .where('request_id', '=', requestId)
        .where('workspace_id', '=', workspaceId)
        .returning('id')
        .execute();
      return gone.map(({ id }) => id);
    },

    /** Emails to a person about their account; their ids. */
    async deleteOfPerson(trx: Queries, recipient: string): Promise<string[]> {
      const gone = await trx
        .deleteFrom('mails')
        .where('recipient', '=', recipient)
        .where('workspace_id', 'is', null)
        .returning('id')
        .execute();
      return gone.map(({ id }) => id);
    },

    async delete(trx: Queries, ids: string[]): Promise<void> {
      await trx.deleteFrom('mails').where('id', 'in', ids).execute();
    },

    /** False, and nothing happens, when the lease was lost to a later attempt. */
    async finish(
      trx: Queries,
      attempt: LeasedAttempt<'id'>,
      end: { status: Exclude<MailStatus, 'queued'>; error: string | null; now: number },
    ): Promise<boolean> {
      const finished = await trx
        .updateTable('mails')
        .set({ status: end.status, error: end.error, finished_at: end.now })
        .where(queue.isHeld(attempt))
        .returning('id')
        .executeTakeFirst();
      return finished !== undefined;
    },
  };
}

export const releaseMails = createLeaseRelease(MAILS);

/** One batch of those that were finished before then; how many went. */
export async function deleteFinishedBefore(trx: Queries, before: number, batch: number): Promise<number> {
  const old = trx
    .selectFrom('mails')
    .select('id')
    .where('created_at', '<', before)
    .where('finished_at', '<', before)
    .orderBy('created_at')
    .limit(batch);
  const gone = await trx.deleteFrom('mails').where('id', 'in', old).returning('id').execute();
  return gone.length;
}
