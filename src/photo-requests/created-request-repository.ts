import type { Database } from '../platform/db/database.ts';
import { isLiterally, newestFirst, oldestFirst } from '../platform/db/planner-hints.ts';
import { type Owner, ownerColumns, type PhotoRequestRow } from '../platform/db/tables.ts';

/** Requests that someone created, in the order in which they did: `from` fits, `to` no longer. */
export function listCreatedRequests(
  database: Database,
  owner: Owner,
  range: { id?: string | undefined; from: string; to: string; order: 'asc' | 'desc'; limit: number },
): Promise<PhotoRequestRow[]> {
  const { id, from, to, order, limit } = range;
  return database.lists
    .selectFrom('photo_requests')
    .selectAll()
    .where((eb) => eb.and(ownerColumns(owner)))
    .where(isLiterally('type', 'one_time'))
    .where('id', '>=', from)
    .where('id', '<', to)
    .$if(id !== undefined, (query) => query.where('id', '=', id as string))
    .orderBy('id', order === 'asc' ? oldestFirst : newestFirst)
    .limit(limit)
    .execute();
}

/** The newest before that one, over all workspaces. */
export async function newestRequestId({ reader }: Database, before: string): Promise<string | undefined> {
  const row = await reader
    .selectFrom('photo_requests')
    .select('id')
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
