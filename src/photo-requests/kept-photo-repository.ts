import type { Database, Queries } from '../platform/db/database.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import { type Owner, ownerColumns, type PhotoRequestRow } from '../platform/db/tables.ts';

/*
 * Requests that have expired with photos which their customers had not sent. Those are kept for a while, so that the
 * request can be reopened where it stopped (0108).
 */

export async function keepPhotos(trx: Queries, request: PhotoRequestRow, deleteAt: number): Promise<void> {
  const { id: request_id, workspace_id, environment } = request;
  await trx
    .insertInto('kept_photos')
    .values({ request_id, workspace_id, environment, delete_at: deleteAt })
    .onConflict((conflict) => conflict.column('request_id').doUpdateSet({ delete_at: deleteAt }))
    .execute();
}

/** The request is open again, or gone: its photos are no longer kept for it. Whether they were. */
export async function endKeeping(trx: Queries, owner: Owner, requestId: string): Promise<boolean> {
  const kept = await trx
    .deleteFrom('kept_photos')
    .where((eb) => eb.and({ ...ownerColumns(owner), request_id: requestId }))
    .returning('request_id')
    .executeTakeFirst();
  return kept !== undefined;
}

export async function areKept(queries: Queries, owner: Owner, requestId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('kept_photos')
    .select('request_id')
    .where((eb) => eb.and({ ...ownerColumns(owner), request_id: requestId }))
    .executeTakeFirst();
  return row !== undefined;
}

/** The requests whose time is over, locked; those that someone has in hand are left for the next time. */
export function takeOverdue(
  database: Database,
  trx: Queries,
  now: number,
  batch: number,
): Promise<PhotoRequestRow[]> {
  return trx
    .selectFrom('kept_photos as k')
    .innerJoin('photo_requests as r', 'r.id', 'k.request_id')
    .selectAll('r')
    .where('k.delete_at', '<=', now)
    .orderBy('k.delete_at')
    .limit(batch)
    .$if(database.engine === 'postgres', (query) => query.forUpdate(['k', 'r']).skipLocked())
    .execute();
}

export const deleteKeptPhotosOfWorkspace = createRowDeleter('kept_photos', 'request_id');
