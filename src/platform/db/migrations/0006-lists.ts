import { sql } from 'kysely';
import type { Engine, Queries } from '../database.ts';

interface ListIndex {
  name: string;
  on: string;
  columns: string;
  only?: string;
}

const OWNER = 'workspace_id, environment';
const LATEST = 'id desc nulls last';

const INDEXES: ListIndex[] = [
  { name: 'photo_requests_by_age', on: 'photo_requests', columns: `${OWNER}, ${LATEST}` },
  { name: 'photo_requests_by_status', on: 'photo_requests', columns: `${OWNER}, status, ${LATEST}, type` },
  { name: 'photo_requests_by_type', on: 'photo_requests', columns: `${OWNER}, type, ${LATEST}` },
  {
    name: 'photo_requests_by_link',
    on: 'photo_requests',
    columns: `${OWNER}, permanent_link_id, ${LATEST}`,
    only: 'permanent_link_id is not null',
  },
  {
    name: 'photo_requests_by_external_id',
    on: 'photo_requests',
    columns: `${OWNER}, external_id, ${LATEST}`,
    only: 'external_id is not null',
  },
  { name: 'audit_entries_by_workspace', on: 'audit_entries', columns: `workspace_id, ${LATEST}` },
  {
    name: 'audit_entries_by_subject',
    on: 'audit_entries',
    columns: `workspace_id, subject_id, ${LATEST}`,
    only: 'subject_id is not null',
  },
];

/** On PostgreSQL, the indexes in the order that `newestFirst` asks for. SQLite takes them as they are. */
export async function lists(db: Queries, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return;
  for (const { name, on, columns, only } of INDEXES) {
    const filter = only === undefined ? '' : `where ${only}`;
    await db.schema.dropIndex(name).execute();
    await sql.raw(`create index ${name} on ${on} (${columns}) ${filter}`).execute(db);
  }
}
