import { sql } from 'kysely';
import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';

/** Copies of submissions in the bucket or folder of the workspace itself. */
export async function archive(db: Queries, engine: Engine): Promise<void> {
  const { text, time, integer } = columnTypes(engine);
  const create = tableCreator(db, engine);
  const byId = engine === 'postgres' ? 'id nulls first' : 'id';

  await create('archives', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('workspace_id', text, (c) => c.notNull())
      .addColumn('environment', text, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('url', text, (c) => c.notNull())
      .addColumn('region', text, (c) => c.notNull())
      .addColumn('bucket', text, (c) => c.notNull())
      .addColumn('prefix', text, (c) => c.notNull())
      .addColumn('username', text, (c) => c.notNull())
      .addColumn('secret', text, (c) => c.notNull())
      .addColumn('photos', text, (c) => c.notNull())
      .addColumn('with_report', integer, (c) => c.notNull())
      .addColumn('with_request', integer, (c) => c.notNull())
      .addColumn('pattern', text, (c) => c.notNull())
      .addColumn('only_approved', integer, (c) => c.notNull())
      .addColumn('is_waiting', integer, (c) => c.notNull())
      .addColumn('attempt_count', integer, (c) => c.notNull())
      .addColumn('next_attempt_at', time, (c) => c.notNull())
      .addColumn('leased_by', text)
      .addColumn('failures', integer, (c) => c.notNull())
      .addColumn('error', text)
      .addColumn('created_at', time, (c) => c.notNull())
      .addColumn('updated_at', time, (c) => c.notNull())
      .addUniqueConstraint('archives_of_owner', ['workspace_id', 'environment'] as never),
  );
  await sql.raw('create index archives_due on archives (next_attempt_at) where is_waiting = 1').execute(db);

  await create('archive_copies', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('workspace_id', text, (c) => c.notNull())
      .addColumn('environment', text, (c) => c.notNull())
      .addColumn('request_id', text, (c) => c.notNull().references('photo_requests.id').onDelete('cascade'))
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('photo_id', text)
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('status', text, (c) => c.notNull())
      .addColumn('attempt_count', integer, (c) => c.notNull())
      .addColumn('next_attempt_at', time, (c) => c.notNull())
      .addColumn('version', integer, (c) => c.notNull())
      .addColumn('error', text)
      .addColumn('bytes', time)
      .addColumn('created_at', time, (c) => c.notNull())
      .addColumn('queued_at', time, (c) => c.notNull())
      .addColumn('finished_at', time),
  );
  const owner = 'workspace_id, environment';
  const indexes = [
    `archive_copies_by_age on archive_copies (${owner}, ${byId})`,
    `archive_copies_by_status on archive_copies (${owner}, status, ${byId})`,
    `archive_copies_by_name on archive_copies (${owner}, name)`,
    `archive_copies_of_request on archive_copies (request_id, ${byId})`,
    `archive_copies_due on archive_copies (${owner}, next_attempt_at) where status = 'waiting'`,
  ];
  for (const index of indexes) await sql.raw(`create index ${index}`).execute(db);
}
