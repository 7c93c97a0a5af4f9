import { sql } from 'kysely';
import type { Database, Queries } from '../platform/db/database.ts';

/**
 * Those of these people who got fewer emails than `max` within the span, counted one more each. Whoever is at the limit
 * is left out until the span is over.
 */
export async function takeNotified(
  { engine }: Pick<Database, 'engine'>,
  trx: Queries,
  userIds: string[],
  { max, spanMs, now }: { max: number; spanMs: number; now: number },
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  // In one order: two workers who tell the same people must not wait for each other.
  if (engine === 'postgres')
    await trx
      .selectFrom('users')
      .select('id')
      .where('id', 'in', userIds)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
  // Also for one in the future: it is of before the clock was set back.
  const isOver = sql<boolean>`abs(notified_since - ${now}) >= ${spanMs}`;
  const counted = await trx
    .updateTable('users')
    .set({
      notified_count: sql<number>`case when ${isOver} then 1 else notified_count + 1 end`,
      notified_since: sql<number>`case when ${isOver} then ${sql.lit(now)} else notified_since end`,
    })
    .where('id', 'in', userIds)
    .where(sql<boolean>`(${isOver} or notified_count < ${max})`)
    .returning('id')
    .execute();
  return new Set(counted.map(({ id }) => id));
}
