import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** How many rows there are, counted no further than this: counting all would cost more the more there are. */
export async function countUpTo(
  { reader }: Pick<Database, 'reader'>,
  table: keyof Tables,
  condition: RawBuilder<boolean>,
  max: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from ${sql.table(table)} where ${condition} limit ${sql.lit(max)}
    ) as counted`.execute(reader);
  return rows[0]?.count ?? 0;
}
