import { sql } from 'kysely';
import { roundsOf } from '../photos/rounds.ts';
import { countUpTo } from '../platform/db/count-up-to.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import { type Owner, ownerColumns, type PhotoRequestRow } from '../platform/db/tables.ts';

/** Puts what was just submitted on the list of those to decide about, if the team wants to decide or has asked for changes; whether it did. */
export async function awaitReview(trx: Queries, request: PhotoRequestRow): Promise<boolean> {
  if (request.requires_review === 0 && roundsOf(request).current === 1) return false;
  await awaitDecision(trx, request);
  return true;
}

/** The same of what is held, whoever wants to decide. */
export async function awaitDecision(trx: Queries, request: PhotoRequestRow): Promise<void> {
  const { workspace_id, environment, id: request_id } = request;
  await trx
    .insertInto('pending_reviews')
    .values({ workspace_id, environment, request_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function endReview(trx: Queries, owner: Owner, requestId: string): Promise<void> {
  await trx
    .deleteFrom('pending_reviews')
    .where((eb) => eb.and({ ...ownerColumns(owner), request_id: requestId }))
    .execute();
}

/** How many there are, counted up to this. */
export function countPendingReviews(database: Database, owner: Owner, max: number): Promise<number> {
  const isOwned = sql<boolean>`workspace_id = ${owner.workspaceId} and environment = ${owner.environment}`;
  return countUpTo(database, 'pending_reviews', isOwned, max);
}

export const deletePendingReviewsOfWorkspace = createRowDeleter('pending_reviews', 'request_id');
