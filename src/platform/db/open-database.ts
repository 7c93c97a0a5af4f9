import type { Log } from '../log.ts';
import type { Database, DatabaseWatch } from './database.ts';
import type { PostgresOptions } from './postgres.ts';

/** The driver is loaded only when it is needed. */
export async function openDatabase(options: {
  databaseUrl: string | undefined;
  sqliteFile: string;
  /** A replica for lists. Only the server has one: operator commands read from the primary. */
  readUrl?: string | undefined;
  watch?: DatabaseWatch | undefined;
  log?: Pick<Log, 'info' | 'warn'>;
  /** Of PostgreSQL. */
  limits?: PostgresOptions['limits'];
}): Promise<Database> {
  if (options.databaseUrl !== undefined) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(options.databaseUrl, options);
  }
  const { openSqlite } = await import('./sqlite.ts');
  return openSqlite(options.sqliteFile, options.watch);
}
