import { sql } from 'kysely';
import type { Database, Queries } from './database.ts';
import { isAmong } from './planner-hints.ts';

/**
 * When the last message of each of these requests was queued, sent or delivered, of those that had one since then. Over all
 * workspaces: for the sweep, which has the requests in hand.
 */
export type LastOfRequests = (
  trx: Queries,
  requestIds: string[],
  since: number,
) => Promise<Map<string, number>>;

export function createLastOfRequests(
  { engine }: Pick<Database, 'engine'>,
  table: 'mails' | 'phone_messages',
): LastOfRequests {
  return async (trx, requestIds, since) => {
    if (requestIds.length === 0) return new Map();
    const { rows } = await sql<{ request_id: string; created_at: number; finished_at: number | null }>`
      select request_id, created_at, finished_at from ${sql.table(table)}
      where ${isAmong(engine, 'request_id', requestIds)}
        and (created_at > ${since} or finished_at > ${since}) and status <> 'failed'`.execute(trx);
    const last = new Map<string, number>();
    for (const { request_id, created_at, finished_at } of rows)
      last.set(request_id, Math.max(last.get(request_id) ?? 0, created_at, finished_at ?? 0));
    return last;
  };
}
