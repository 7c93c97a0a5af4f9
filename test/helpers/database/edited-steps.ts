import { sql } from 'kysely';
import type { Engine, Queries } from '../../../src/platform/db/database.ts';
import type { Migration } from '../../../src/platform/db/migrate.ts';
import { MIGRATIONS } from '../../../src/platform/db/migrate.ts';

/** The steps as some databases have taken them, before 0003, 0005 and 0006 were edited. */
export const EDITED_STEPS: Migration[] = MIGRATIONS.slice(0, 6).map(({ name, up }) => ({ name, up }));
EDITED_STEPS[2] = { name: '0003-messages', up: messagesAtFirst };
EDITED_STEPS[4] = { name: '0005-operation', up: operationAtFirst };
EDITED_STEPS[5] = { name: '0006-lists', up: listsAtFirst };

async function messagesAtFirst(db: Queries, engine: Engine): Promise<void> {
  await MIGRATIONS[2]?.up(db, engine);
  const added = [
    'webhook_endpoints_off',
    'webhook_endpoints_deleted',
    'deliveries_undelivered',
    'events_by_subject',
  ];
  for (const name of added) await sql.raw(`drop index ${name}`).execute(db);
  await sql`create index deliveries_leased on deliveries (endpoint_id) where is_leased = 1`.execute(db);
}

async function operationAtFirst(db: Queries, engine: Engine): Promise<void> {
  const isPostgres = engine === 'postgres';
  const text = isPostgres ? 'text collate "C"' : 'text';
  const time = isPostgres ? 'bigint' : 'integer';
  const end = isPostgres ? '' : 'strict';
  const statements = [
    `create table "sweeps" ("name" ${text} primary key, "turn" integer not null, "node" ${text} not null,
      "started_at" ${time} not null, "leased_until" ${time} not null, "next_at" ${time} not null) ${end}`,
    `create table "retired_slugs" ("slug_hash" ${text} primary key) ${end}`,
    `create table "erased_workspaces" ("id_hash" ${text} primary key, "counts" ${text} not null,
      "erased_at" ${time} not null) ${end}`,
    'create index "photos_unchecked" on "photos" ("received_at") where "checked_at" is null',
    `alter table "events" add column "call_id" ${text}`,
    `alter table "mails" add column "call_id" ${text}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

async function listsAtFirst(db: Queries, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return;
  const owner = 'workspace_id, environment';
  const latest = 'id desc nulls last';
  const indexes = [
    ['photo_requests_by_age', `photo_requests (${owner}, ${latest})`],
    ['photo_requests_by_status', `photo_requests (${owner}, status, ${latest}, type)`],
    ['photo_requests_by_type', `photo_requests (${owner}, type, ${latest})`],
    [
      'photo_requests_by_link',
      `photo_requests (${owner}, permanent_link_id, ${latest}) where permanent_link_id is not null`,
    ],
    [
      'photo_requests_by_external_id',
      `photo_requests (${owner}, external_id, ${latest}) where external_id is not null`,
    ],
    ['audit_entries_by_workspace', `audit_entries (workspace_id, ${latest})`],
    [
      'audit_entries_by_subject',
      `audit_entries (workspace_id, subject_id, ${latest}) where subject_id is not null`,
    ],
  ];
  for (const [name, on] of indexes) {
    await sql.raw(`drop index ${name}`).execute(db);
    await sql.raw(`create index ${name} on ${on}`).execute(db);
  }
}
