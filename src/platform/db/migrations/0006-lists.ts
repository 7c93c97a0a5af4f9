import { sql } from 'kysely';
import type { Engine, Queries } from '../database.ts';

interface ListIndex {
  name: string;
  on: string;
  columns: string;
  only?: string;
}

const OWNER = 'workspace_id, environment';
/** As `oldestFirst` and, backwards, `newestFirst` ask for. New rows come at the end of their part: that keeps pages full. */
const BY_ID = 'id nulls first';

const INDEXES: ListIndex[] = [
  { name: 'photo_requests_by_age', on: 'photo_requests', columns: `${OWNER}, ${BY_ID}` },
  { name: 'photo_requests_by_status', on: 'photo_requests', columns: `${OWNER}, status, ${BY_ID}, type` },
  { name: 'photo_requests_by_type', on: 'photo_requests', columns: `${OWNER}, type, ${BY_ID}` },
  {
    name: 'photo_requests_by_link',
    on: 'photo_requests',
    columns: `${OWNER}, permanent_link_id, ${BY_ID}`,
    only: 'where permanent_link_id is not null',
  },
  {
    name: 'photo_requests_by_external_id',
    on: 'photo_requests',
    columns: `${OWNER}, external_id, ${BY_ID}`,
    only: 'where external_id is not null',
  },
  { name: 'permanent_links_by_age', on: 'permanent_links', columns: `${OWNER}, ${BY_ID}` },
  { name: 'deliveries_log', on: 'deliveries', columns: `endpoint_id, ${BY_ID}` },
  {
    name: 'deliveries_undelivered',
    on: 'deliveries',
    columns: `endpoint_id, ${BY_ID}`,
    only: `where status in ('failed', 'held', 'blocked')`,
  },
  { name: 'deliveries_by_workspace', on: 'deliveries', columns: `${OWNER}, ${BY_ID}` },
  { name: 'audit_entries_by_workspace', on: 'audit_entries', columns: `workspace_id, ${BY_ID}` },
  {
    name: 'audit_entries_by_subject',
    on: 'audit_entries',
    columns: `workspace_id, subject_id, ${BY_ID}`,
    only: 'where subject_id is not null',
  },
];

/** On PostgreSQL, in the place of those that only lack the order of nulls. */
export async function lists(db: Queries, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return;
  // All are built before any is dropped: only for that, and for a moment, no one can read.
  for (const { name, on, columns, only = '' } of INDEXES) {
    await sql.raw(`create index ${name}_new on ${on} (${columns}) ${only}`).execute(db);
  }
  for (const { name } of INDEXES) {
    await db.schema.dropIndex(name).execute();
    await sql.raw(`alter index ${name}_new rename to ${name}`).execute(db);
  }
}
