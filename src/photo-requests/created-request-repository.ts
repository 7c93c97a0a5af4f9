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
