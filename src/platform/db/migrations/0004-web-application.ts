import { sql } from 'kysely';
import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';

/** What the web application needs: people with sessions and second factors, invitations, settings, and who did what. */
export async function webApplication(db: Queries, engine: Engine): Promise<void> {
  const { text, time, integer } = columnTypes(engine);
  const create = tableCreator(db, engine);

  for (const [column, type] of [
    ['name', text],
    ['email_verified_at', time],
    ['two_factor_secret', text],
    ['two_factor_since', time],
    ['two_factor_last_step', integer],
  ] as const) {
    await db.schema.alterTable('users').addColumn(column, type).execute();
  }
  await db.schema
    .alterTable('workspaces')
    .addColumn('time_zone', text, (c) => c.notNull().defaultTo('UTC'))
    .execute();
  await db.schema.alterTable('workspaces').addColumn('retention_days', integer).execute();

  await create('web_sessions', (t) =>
    t
      .addColumn('token_hash', text, (c) => c.primaryKey())
      .addColumn('id', text, (c) => c.notNull().unique())
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('awaits_second_factor', integer, (c) => c.notNull())
      .addColumn('ip_address', text, (c) => c.notNull())
      .addColumn('user_agent', text, (c) => c.notNull())
      .addColumn('confirmed_at', time)
      .addColumn('created_at', time, (c) => c.notNull())
      .addColumn('last_seen_at', time, (c) => c.notNull())
      .addColumn('expires_at', time, (c) => c.notNull()),
  );
  await db.schema.createIndex('web_sessions_by_user').on('web_sessions').columns(['user_id']).execute();
  await db.schema.createIndex('web_sessions_by_end').on('web_sessions').columns(['expires_at']).execute();

  await create('recovery_codes', (t) =>
    t
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('code_hash', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('recovery_codes_pk', ['user_id', 'code_hash'] as never),
  );

  await create('identity_tokens', (t) =>
    t
      .addColumn('token_hash', text, (c) => c.primaryKey())
      .addColumn('kind', text, (c) =>
        c.notNull().check(sql`kind in ('verify_email', 'reset_password', 'invitation', 'set_up')`),
      )
      .addColumn('id', text, (c) => c.notNull().unique())
      .addColumn('email', text, (c) => c.notNull())
      .addColumn('user_id', text, (c) => c.references('users.id').onDelete('cascade'))
      .addColumn('workspace_id', text, (c) => c.references('workspaces.id').onDelete('cascade'))
      .addColumn('role', text, (c) => c.check(sql`role in ('owner', 'admin', 'member', 'viewer')`))
      .addColumn('created_at', time, (c) => c.notNull())
      .addColumn('expires_at', time, (c) => c.notNull()),
  );
  await db.schema.createIndex('identity_tokens_by_user').on('identity_tokens').columns(['user_id']).execute();
  await db.schema
    .createIndex('identity_tokens_by_workspace')
    .on('identity_tokens')
    .columns(['workspace_id'])
    .execute();
  await db.schema
    .createIndex('identity_tokens_by_end')
    .on('identity_tokens')
    .columns(['expires_at'])
    .execute();

  await create('audit_entries', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('workspace_id', text, (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
      // Without foreign keys: what someone did stays when they or the thing are gone.
      .addColumn('user_id', text)
      .addColumn('actor', text, (c) => c.notNull())
      .addColumn('action', text, (c) => c.notNull())
      .addColumn('subject_id', text)
      .addColumn('subject_name', text)
      .addColumn('details', text, (c) => c.notNull())
      .addColumn('ip_address', text)
      .addColumn('created_at', time, (c) => c.notNull()),
  );
  await db.schema
    .createIndex('audit_entries_by_workspace')
    .on('audit_entries')
    .columns(['workspace_id', 'id'])
    .execute();
  // What was done to one thing, for its timeline.
  await db.schema
    .createIndex('audit_entries_by_subject')
    .on('audit_entries')
    .columns(['workspace_id', 'subject_id', 'id'])
    .where(sql.ref('subject_id'), 'is not', null)
    .execute();
  await indexForLists(db);
}

async function indexForLists(db: Queries): Promise<void> {
  // The gallery shows the newest submissions, whenever their requests were created.
  await db.schema
    .createIndex('photo_requests_by_submission')
    .on('photo_requests')
    .columns(['workspace_id', 'environment', 'submitted_at', 'id'])
    .where(sql.ref('submitted_at'), 'is not', null)
    .execute();
  // People search by how an address begins, in any case.
  await sql`create index photo_requests_by_recipient
    on photo_requests (workspace_id, environment, lower(recipient_email))
    where recipient_email is not null`.execute(db);
  // With the environment, so that counting a day's photos reads nothing but the index.
  await db.schema.dropIndex('photos_by_workspace').execute();
  await db.schema
    .createIndex('photos_by_owner')
    .on('photos')
    .columns(['workspace_id', 'environment', 'id'])
    .execute();
}
