import { createHash } from 'node:crypto';
import type { Queries } from '../platform/db/database.ts';

/** Writes down that a workspace was erased, and not whose it was. */
export async function recordErasure(
  trx: Queries,
  workspaceId: string,
  counts: Record<string, number>,
  now: number,
): Promise<void> {
  const idHash = createHash('sha256').update(workspaceId).digest('hex');
  await trx
    .insertInto('erased_workspaces')
    .values({ id_hash: idHash, counts: JSON.stringify(counts), erased_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
