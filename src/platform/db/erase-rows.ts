import { sql } from 'kysely';
import type { Queries } from './database.ts';
import type { Tables } from './tables.ts';

/** Erases up to `max` rows of a workspace; how many. They are chosen by the index that begins with the workspace. */
export async function eraseRows(
  trx: Queries,
  {
    table,
    key = 'id',
    workspaceId,
    max,
  }: { table: keyof Tables; key?: string; workspaceId: string; max: number },
): Promise<number> {
  const chosen = sql`select ${sql.ref(key)} from ${sql.table(table)}
    where workspace_id = ${workspaceId} limit ${sql.lit(max)}`;
  const gone = await sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (${chosen})
    returning ${sql.ref(key)}`.execute(trx);
  return gone.rows.length;
}
