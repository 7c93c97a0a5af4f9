import { sql } from 'kysely';
import type { Database, Queries } from '../../platform/db/database.ts';
import { isLiterally, oldestFirst, padded } from '../../platform/db/planner-hints.ts';

/**
 * Holds what is due to disabled endpoints: it is not sent by surprise when they are enabled again. What is being sent right
 * now decides for itself, and is held afterwards if it is still due. Each returns how many it held.
 */
export function createHoldRepository({ engine }: Pick<Database, 'engine'>) {
  const hasLocks = engine === 'postgres';

  return {
    async holdDueTo(
      trx: Queries,
      endpoint: { workspaceId: string; id: string },
      now: number,
      max: number,
    ): Promise<number> {
      const due = await trx
        .selectFrom('deliveries as d')
        .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
        .select('d.id')
        .where('d.endpoint_id', '=', endpoint.id)
        .where('e.workspace_id', '=', endpoint.workspaceId)
        .where('e.is_active', '=', 0)
        .where(isLiterally('d.status', 'due'))
        .where((eb) => eb.not(eb.and([eb('d.is_leased', '=', 1), eb('d.next_attempt_at', '>', now)])))
        .orderBy('d.id', oldestFirst)
        .limit(max)
        .$if(hasLocks, (query) => query.forUpdate('d').skipLocked())
        .execute();
      return hold(trx, due);
    },

    async holdDueToDisabled(trx: Queries, now: number, max: number): Promise<number> {
      const due = await trx
        .selectFrom('webhook_endpoints as e')
        // Crossed (planner-hints.ts): the disabled endpoints first, not all that is due.
        .crossJoin('deliveries as d')
        .whereRef('d.endpoint_id', '=', 'e.id')
        .select('d.id')
        .where(isLiterally('e.is_active', 0))
        .where(isLiterally('d.status', 'due'))
        .where((eb) => eb.or([eb('d.is_leased', '=', 0), eb('d.next_attempt_at', '<=', now)]))
        .limit(max)
        .$if(hasLocks, (query) => query.orderBy('d.id', oldestFirst).forUpdate('d').skipLocked())
        .execute();
      return hold(trx, due);
    },
  };
}

async function hold(trx: Queries, due: { id: string }[]): Promise<number> {
  if (due.length === 0) return 0;
  await trx
    .updateTable('deliveries')
    // One whose lease has ended may still come back with its outcome; it must not decide any more.
    .set({ status: 'held', attempt_count: sql`attempt_count + is_leased`, is_leased: 0 })
    .where('id', 'in', padded(due.map(({ id }) => id)))
    .execute();
  return due.length;
}
