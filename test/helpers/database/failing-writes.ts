import type { Database } from '../../../src/platform/db/database.ts';

/** The same database, of which no write succeeds, on whichever way it would be made. */
export function withFailingWrites(database: Database, error: Error): Database {
  const fail = () => Promise.reject(error);
  return { ...database, write: fail, ...(database.insertAtOnce && { insertAtOnce: fail }) };
}
