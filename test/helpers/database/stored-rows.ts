import { sql } from 'kysely';
import type { Database } from '../../../src/platform/db/database.ts';

/** Every row of every table, whatever tables there are. */
export async function readAllTables(database: Database): Promise<Record<string, unknown[]>> {
  const names =
    database.engine === 'postgres'
      ? sql<{
          name: string;
        }>`select table_name as name from information_schema.tables where table_schema = 'public'`
      : sql<{ name: string }>`select name from sqlite_master where type = 'table'`;
  const tables: Record<string, unknown[]> = {};
  for (const { name } of (await names.execute(database.reader)).rows) {
    tables[name] = (await sql`select * from ${sql.table(name)}`.execute(database.reader)).rows;
  }
  return tables;
}

/** How many of them a workspace has, of what an API client can make. */
export async function countStored(database: Database, workspaceId: string): Promise<number> {
  let count = 0;
  for (const table of [
    'photo_requests',
    'permanent_links',
    'permanent_link_slugs',
    'idempotency_keys',
  ] as const) {
    const rows = await database.reader
      .selectFrom(table)
      .select('workspace_id')
      .where('workspace_id', '=', workspaceId)
      .execute();
    count += rows.length;
  }
  return count;
}
