import type { Database } from '../../src/platform/db/database.ts';
import type { Rows } from './population.ts';

/** A few rows, by the connection that the service has. */
export async function insertRows(database: Database, { requests, photos }: Rows): Promise<void> {
  await database.write(async (trx) => {
    await trx.insertInto('photo_requests').values(requests).execute();
    await trx.insertInto('photos').values(photos).execute();
  });
}
