import type { Queries } from '../platform/db/database.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import { type Owner, ownerColumns } from '../platform/db/tables.ts';

/** That checks warned of so many photos of a request, of those that stand now that it is submitted. */
export async function recordWarnings(
  trx: Queries,
  owner: Owner,
  requestId: string,
  photoCount: number,
): Promise<void> {
  if (photoCount === 0) return deleteWarnings(trx, owner, requestId);
  await trx
    .insertInto('request_warnings')
    .values({ ...ownerColumns(owner), request_id: requestId, photo_count: photoCount })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'environment', 'request_id'])
        .doUpdateSet({ photo_count: photoCount }),
    )
    .execute();
}

export async function deleteWarnings(trx: Queries, owner: Owner, requestId: string): Promise<void> {
  await trx
    .deleteFrom('request_warnings')
    .where((eb) => eb.and({ ...ownerColumns(owner), request_id: requestId }))
    .execute();
}

export const deleteWarningsOfWorkspace = createRowDeleter('request_warnings', 'request_id');
