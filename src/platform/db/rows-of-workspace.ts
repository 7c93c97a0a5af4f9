import { sql } from 'kysely';
import type { Queries } from './database.ts';
import type { Tables } from './tables.ts';

/** Deletes a table's rows of a workspace, a batch at a time; how many went. An index that begins with the workspace chooses them. */
export function createRowDeleter(table: keyof Tables, key = 'id') {
  return async (trx: Queries, workspaceId: string, limit: number): Promise<number> => {
    const chosen = sql`select ${sql.ref(key)} from ${sql.table(table)}
      where workspace_id = ${workspaceId} limit ${sql.lit(limit)}`;
    const gone = await sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (${chosen})
      returning ${sql.ref(key)}`.execute(trx);
    return gone.rows.length;
  };
}
