import type { Database, Queries } from '../platform/db/database.ts';
import { isAmong } from '../platform/db/planner-hints.ts';
import { type Owner, ownerColumns, type PhotoRequestRow } from '../platform/db/tables.ts';
import { firstIdAt } from '../platform/ids.ts';
import { OPEN_STATUSES } from './status.ts';

/*
 * What customers do to a request by viewing it, taking photos and submitting them.
 */

/** The request when this was the first view in this round, undefined otherwise. */
export function markViewed(
  trx: Queries,
  owner: Owner,
  requestId: string,
  { round, now }: { round: number; now: number },
): Promise<PhotoRequestRow | undefined> {
  return trx
    .updateTable('photo_requests')
    .set((eb) => ({
      first_viewed_at: eb.fn.coalesce('first_viewed_at', eb.val(now)),
      viewed_round: round,
    }))
    .where((eb) => eb.and({ ...ownerColumns(owner), id: requestId }))
    .where('viewed_round', '<', round)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Moves an open request on and holds its row until the transaction ends, so that of an upload, a submission and the
 * expiry one comes after the other. Undefined when it is not open any more.
 */
export function advanceRequest(
  trx: Queries,
  owner: Owner,
  requestId: string,
  to: { status: 'in_progress' } | { status: 'submitted'; submitted_at: number },
  now: number,
): Promise<PhotoRequestRow | undefined> {
  return trx
    .updateTable('photo_requests')
    .set(to)
    .where((eb) => eb.and({ ...ownerColumns(owner), id: requestId }))
    .where('status', 'in', OPEN_STATUSES)
    .where('expires_at', '>', now)
    .where('held_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('workspaces')
          .select('workspaces.id')
          .where('workspaces.id', '=', owner.workspaceId)
          .where('suspended_at', 'is', null),
      ),
    )
    .returningAll()
    .executeTakeFirst();
}

/** False when the visit's request is already there, or the code is taken. */
export async function insertVisit(trx: Queries, row: PhotoRequestRow): Promise<boolean> {
  const inserted = await trx
    .insertInto('photo_requests')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Submitted through a permanent link, of visits that began since then. */
export async function countSubmittedVisits(
  queries: Queries,
  owner: Owner,
  linkId: string,
  since: number,
): Promise<number> {
  const { count } = await queries
    .selectFrom('photo_requests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.and({ ...ownerColumns(owner), permanent_link_id: linkId }))
    .where('id', '>=', firstIdAt('photoRequest', since))
    .where('submitted_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Which of these are submitted. Over all workspaces. */
export async function submittedAmong(
  { reader, engine }: Pick<Database, 'reader' | 'engine'>,
  requestIds: string[],
): Promise<Set<string>> {
  const rows = await reader
    .selectFrom('photo_requests')
    .select('id')
    .where(isAmong(engine, 'id', requestIds))
    .where('status', '=', 'submitted')
    .execute();
  return new Set(rows.map(({ id }) => id));
}
