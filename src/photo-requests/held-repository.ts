import type { Queries } from '../platform/db/database.ts';
import { type Owner, ownerColumns, type PhotoRequestRow } from '../platform/db/tables.ts';

/*
 * Submissions that wait until a member approves them.
 */

/** From now on the request waits; it changes no more. */
export async function holdRequest(
  trx: Queries,
  owner: Owner,
  requestId: string,
  { heldAt, until, submittedBefore }: { heldAt: number; until: number; submittedBefore: number | null },
): Promise<void> {
  await trx
    .updateTable('photo_requests')
    .set({ status: 'in_progress', submitted_at: submittedBefore, held_at: heldAt, expires_at: until })
    .where((eb) => eb.and({ ...ownerColumns(owner), id: requestId }))
    .execute();
}

/** Makes a submission of what waits; undefined when it does not wait any more. */
export function approveHeldRequest(
  trx: Queries,
  owner: Owner,
  requestId: string,
  now: number,
): Promise<PhotoRequestRow | undefined> {
  return trx
    .updateTable('photo_requests')
    .set({ status: 'submitted', submitted_at: now })
    .where((eb) => eb.and({ ...ownerColumns(owner), id: requestId }))
    .where('status', '=', 'in_progress')
    .where('held_at', 'is not', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}
