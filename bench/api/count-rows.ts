import { sql } from 'kysely';
import { openDatabase } from '../../src/platform/db/open-database.ts';
import type { Place } from '../databases.ts';

/** Through a connection of its own, as someone after a crash would count. */
export async function countRows(place: Place): Promise<number> {
  const database = await openDatabase(place);
  try {
    const { rows } = await sql<{ count: number }>`select count(*) as count from photo_requests`.execute(
      database.reader,
    );
    return rows[0]?.count ?? 0;
  } finally {
    await database.close();
  }
}
