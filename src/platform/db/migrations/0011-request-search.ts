import { sql } from 'kysely';
import type { Engine, Queries } from '../database.ts';

/** Search within references and addresses, and the count of photos that a customer took but never sent. */
export async function requestSearch(db: Queries, engine: Engine): Promise<void> {
  await db.schema
    .alterTable('photo_requests')
    .addColumn('unsent_photos', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  // SQLite knows only this order, and no name for it.
  const byId = sql.raw(engine === 'postgres' ? 'id nulls first' : 'id');
  // Everything the search looks at, so that it reads nothing but the index.
  await sql`create index photo_requests_search
    on photo_requests (workspace_id, environment, ${byId}, external_id, recipient_email)
    where external_id is not null or recipient_email is not null`.execute(db);
  await db.schema.dropIndex('photo_requests_by_recipient').execute();
}
