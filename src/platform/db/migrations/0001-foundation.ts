import { sql } from 'kysely';
import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';

export async function foundation(db: Queries, engine: Engine): Promise<void> {
  const { text, time, integer } = columnTypes(engine);
  const create = tableCreator(db, engine);

  await create('installation', (t) =>
    t
      .addColumn('id', integer, (c) => c.primaryKey().check(sql`id = 1`))
      .addColumn('created_at', time, (c) => c.notNull()),
  );

  await create('workspaces', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('plan', text, (c) => c.notNull())
      .addColumn('plan_started_at', time, (c) => c.notNull())
      .addColumn('suspended_at', time)
      .addColumn('ip_allow_list', text)
      .addColumn('rate_per_minute', integer)
      .addColumn('rate_per_hour', integer)
      .addColumn('lifetime_photos', integer, (c) => c.notNull().defaultTo(0))
      .addColumn('period_photos', integer, (c) => c.notNull().defaultTo(0))
      .addColumn('period_started_at', time)
      .addColumn('created_at', time, (c) => c.notNull()),
  );

  await create('users', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('email', text, (c) => c.notNull().unique())
      .addColumn('password_hash', text, (c) => c.notNull())
      .addColumn('created_at', time, (c) => c.notNull()),
  );

  await create('members', (t) =>
    t
      .addColumn('workspace_id', text, (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('role', text, (c) => c.notNull().check(sql`role in ('owner', 'admin', 'member', 'viewer')`))
      .addColumn('created_at', time, (c) => c.notNull())
      .addPrimaryKeyConstraint('members_pk', ['workspace_id', 'user_id'] as never),
  );
  await db.schema.createIndex('members_by_user').on('members').columns(['user_id']).execute();

  await create('api_keys', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('workspace_id', text, (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('environment', text, (c) => c.notNull().check(sql`environment in ('live', 'test')`))
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('hash', text, (c) => c.notNull().unique())
      .addColumn('last_four', text, (c) => c.notNull())
      .addColumn('scopes', text, (c) => c.notNull())
      .addColumn('is_active', integer, (c) => c.notNull().check(sql`is_active in (0, 1)`))
      .addColumn('last_used_at', time)
      .addColumn('created_at', time, (c) => c.notNull()),
  );
  await db.schema
    .createIndex('api_keys_by_workspace')
    .on('api_keys')
    .columns(['workspace_id', 'id'])
    .execute();

  await create('photo_requests', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('workspace_id', text, (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('environment', text, (c) => c.notNull().check(sql`environment in ('live', 'test')`))
      .addColumn('type', text, (c) => c.notNull().check(sql`type in ('one_time', 'permanent')`))
      .addColumn('status', text, (c) =>
        c.notNull().check(sql`status in ('pending', 'in_progress', 'submitted', 'expired', 'canceled')`),
      )
      .addColumn('instructions', text, (c) => c.notNull())
      .addColumn('photo_slots', text, (c) => c.notNull())
      .addColumn('token', text, (c) => c.notNull().unique())
      .addColumn('unique_code', text, (c) => c.notNull().unique())
      .addColumn('permanent_link_id', text)
      .addColumn('external_id', text)
      .addColumn('metadata', text, (c) => c.notNull())
      .addColumn('locale', text, (c) => c.notNull())
      .addColumn('recipient_email', text)
      .addColumn('email_status', text, (c) => c.check(sql`email_status in ('queued', 'sent', 'failed')`))
      .addColumn('expires_at', time, (c) => c.notNull())
      .addColumn('first_viewed_at', time)
      .addColumn('submitted_at', time)
      .addColumn('created_at', time, (c) => c.notNull()),
  );
  const isOpen = sql<boolean>`status in ('pending', 'in_progress')`;
  const requestIndex = (name: string, columns: string[]) =>
    db.schema
      .createIndex(name)
      .on('photo_requests')
      .columns(['workspace_id', 'environment', ...columns] as never[]);
  await requestIndex('photo_requests_by_age', ['id']).execute();
  // The type stands last so that counting by status reads nothing but the index.
  await requestIndex('photo_requests_by_status', ['status', 'id', 'type']).execute();
  await requestIndex('photo_requests_by_type', ['type', 'id']).execute();
  await requestIndex('photo_requests_by_link', ['permanent_link_id', 'id'])
    .where(sql.ref('permanent_link_id'), 'is not', null)
    .execute();
  await requestIndex('photo_requests_by_external_id', ['external_id', 'id'])
    .where(sql.ref('external_id'), 'is not', null)
    .execute();
  // One for a workspace's overdue requests, one for the sweep over all of them.
  await requestIndex('photo_requests_open_by_expiry', ['expires_at']).where(isOpen).execute();
  await db.schema
    .createIndex('photo_requests_to_expire')
    .on('photo_requests')
    .columns(['expires_at'])
    .where(isOpen)
    .execute();

  await create('permanent_links', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('workspace_id', text, (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('environment', text, (c) => c.notNull().check(sql`environment in ('live', 'test')`))
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('slug', text, (c) => c.notNull().unique())
      .addColumn('unique_code', text, (c) => c.notNull().unique())
      .addColumn('instructions', text, (c) => c.notNull())
      .addColumn('photo_slots', text, (c) => c.notNull())
      .addColumn('is_active', integer, (c) => c.notNull().check(sql`is_active in (0, 1)`))
      .addColumn('expires_at', time)
      .addColumn('max_submissions', integer)
      .addColumn('submission_count', integer, (c) => c.notNull().defaultTo(0))
      .addColumn('metadata', text, (c) => c.notNull())
      .addColumn('created_at', time, (c) => c.notNull())
      .addColumn('updated_at', time, (c) => c.notNull()),
  );
  await db.schema
    .createIndex('permanent_links_by_age')
    .on('permanent_links')
    .columns(['workspace_id', 'environment', 'id'])
    .execute();

  await create('permanent_link_slugs', (t) =>
    t
      .addColumn('slug', text, (c) => c.primaryKey())
      .addColumn('workspace_id', text, (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('permanent_link_id', text)
      // Deferred: a link takes its slug first, and exists a moment later.
      .addForeignKeyConstraint(
        'permanent_link_slugs_link',
        ['permanent_link_id'] as never,
        'permanent_links',
        ['id'],
        (constraint) => constraint.onDelete('set null').deferrable().initiallyDeferred(),
      ),
  );
  await db.schema
    .createIndex('permanent_link_slugs_by_link')
    .on('permanent_link_slugs')
    .columns(['permanent_link_id'])
    .execute();

  await create('idempotency_keys', (t) =>
    t
      .addColumn('workspace_id', text, (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('environment', text, (c) => c.notNull())
      .addColumn('operation', text, (c) => c.notNull())
      .addColumn('key', text, (c) => c.notNull())
      .addColumn('fingerprint', text, (c) => c.notNull())
      .addColumn('answer', text)
      .addColumn('created_at', time, (c) => c.notNull())
      .addPrimaryKeyConstraint('idempotency_keys_pk', [
        'workspace_id',
        'environment',
        'operation',
        'key',
      ] as never),
  );
  await db.schema
    .createIndex('idempotency_keys_by_age')
    .on('idempotency_keys')
    .columns(['created_at'])
    .execute();
}
