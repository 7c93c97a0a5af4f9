import { sql } from 'kysely';
import type { Engine, Queries } from '../database.ts';
import { lists } from './0006-lists.ts';
import { counting } from './counting.ts';

/** What was added to steps after databases had taken them. Each is left alone where it is there. */
export async function repairEditedSteps(db: Queries, engine: Engine): Promise<void> {
  const index = (name: string, on: string, rest: string) =>
    sql.raw(`create index if not exists ${name} on ${on} ${rest}`).execute(db);

  // Of 0003.
  await index('webhook_endpoints_off', 'webhook_endpoints', '(id) where is_active = 0');
  await index('webhook_endpoints_deleted', 'webhook_endpoints', '(deleted_at) where deleted_at is not null');
  await index(
    'deliveries_undelivered',
    'deliveries',
    `(endpoint_id, id) where status in ('failed', 'held', 'blocked')`,
  );
  await index('events_by_subject', 'events', '(subject_id)');
  await sql`drop index if exists deliveries_leased`.execute(db);

  // Of 0005.
  await index('web_sessions_by_last_use', 'web_sessions', '(last_seen_at)');
  for (const table of ['mails', 'capture_sessions', 'permanent_link_slugs']) {
    await index(`${table}_by_workspace`, table, '(workspace_id)');
  }
  // All of it came with one release: where the table is missing, nothing of it is there.
  if (!(await hasTable(db, engine, 'counts'))) await counting(db, engine);

  // Of 0006, which only PostgreSQL needs.
  if (engine === 'postgres' && !(await hasListIndexes(db))) await lists(db, engine);
}

async function hasTable(db: Queries, engine: Engine, name: string): Promise<boolean> {
  const { rows } = await (engine === 'postgres'
    ? sql`select 1 from pg_tables where schemaname = current_schema() and tablename = ${name}`
    : sql`select 1 from sqlite_master where type = 'table' and name = ${name}`
  ).execute(db);
  return rows.length > 0;
}

/** One of those that the step did not touch at first. */
async function hasListIndexes(db: Queries): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_indexes where schemaname = current_schema()
    and indexname = 'deliveries_log' and indexdef like '%id NULLS FIRST%'`.execute(db);
  return rows.length > 0;
}
