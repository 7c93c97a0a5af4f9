import { sql } from 'kysely';
import type { Engine, Queries } from '../database.ts';

/** Everything the search within references and addresses looks at, so that it reads nothing but the index. */
export async function createRequestSearchIndex(db: Queries, engine: Engine): Promise<void> {
  // SQLite knows only this order, and no name for it.
  const byId = sql.raw(engine === 'postgres' ? 'id nulls first' : 'id');
  await sql`create index photo_requests_search
    on photo_requests (workspace_id, environment, ${byId}, external_id, recipient_email)
    where external_id is not null or recipient_email is not null`.execute(db);
}
