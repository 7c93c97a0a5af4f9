import type { Database, DatabaseWatch } from './database.ts';

/** The driver is loaded only when it is needed. */
export async function openDatabase(options: {
  databaseUrl: string | undefined;
  sqliteFile: string;
  watch?: DatabaseWatch | undefined;
}): Promise<Database> {
  if (options.databaseUrl !== undefined) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(options.databaseUrl, options.watch);
  }
  const { openSqlite } = await import('./sqlite.ts');
  return openSqlite(options.sqliteFile, options.watch);
}
