import { sql } from 'kysely';
import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';

/** What the customer's side needs: sessions and their tickets, photos, files that are to be deleted, and events. */
export async function capture(db: Queries, engine: Engine): Promise<void> {
  const { text, time, integer, real } = columnTypes(engine);
  const create = tableCreator(db, engine);

  await db.schema.alterTable('workspaces').addColumn('brand_color', text).execute();
  await db.schema.alterTable('workspaces').addColumn('logo_key', text).execute();

  await create('capture_sessions', (t) =>
    t
      .addColumn('token_hash', text, (c) => c.primaryKey())
      .addColumn('workspace_id', text, (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('environment', text, (c) => c.notNull().check(sql`environment in ('live', 'test')`))
      // No foreign key: a visit to a permanent link knows the id of its request before the first photo makes it.
      .addColumn('request_id', text, (c) => c.notNull())
      .addColumn('permanent_link_id', text)
      .addColumn('began_at', time, (c) => c.notNull())
      .addColumn('opened_at', time, (c) => c.notNull()),
  );
  await db.schema
    .createIndex('capture_sessions_by_age')
    .on('capture_sessions')
    .columns(['opened_at'])
    .execute();

  await db.schema
    .createIndex('capture_sessions_by_request')
    .on('capture_sessions')
    .columns(['request_id'])
    .execute();

  await create('used_tickets', (t) =>
    t
      .addColumn('token_hash', text, (c) =>
        c.notNull().references('capture_sessions.token_hash').onDelete('cascade'),
      )
      .addColumn('slot_index', integer, (c) => c.notNull())
      .addColumn('number', integer, (c) => c.notNull())
      .addColumn('client_id', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('used_tickets_pk', ['token_hash', 'slot_index', 'number'] as never),
  );

  await create('photos', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('workspace_id', text, (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('environment', text, (c) => c.notNull().check(sql`environment in ('live', 'test')`))
      // Without a cascade: whoever deletes a request must have queued its files for deletion.
      .addColumn('request_id', text, (c) => c.notNull().references('photo_requests.id'))
      .addColumn('slot_index', integer, (c) => c.notNull())
      .addColumn('client_id', text, (c) => c.notNull())
      .addColumn('session_hash', text, (c) => c.notNull())
      .addColumn('sha256', text, (c) => c.notNull())
      .addColumn('bytes', integer, (c) => c.notNull())
      .addColumn('width', integer, (c) => c.notNull())
      .addColumn('height', integer, (c) => c.notNull())
      .addColumn('captured_at', time, (c) => c.notNull())
      .addColumn('latitude', real)
      .addColumn('longitude', real)
      .addColumn('accuracy', real)
      .addColumn('hint', text, (c) => c.check(sql`hint in ('blurred', 'dark', 'overexposed')`))
      .addColumn('received_at', time, (c) => c.notNull())
      .addColumn('checked_at', time)
      .addUniqueConstraint('photos_slot', ['request_id', 'slot_index'] as never)
      .addUniqueConstraint('photos_client_id', ['request_id', 'client_id'] as never),
  );
  await db.schema.createIndex('photos_by_workspace').on('photos').columns(['workspace_id', 'id']).execute();

  await create('purges', (t) =>
    t.addColumn('storage_key', text, (c) => c.primaryKey()).addColumn('due_at', time, (c) => c.notNull()),
  );
  await db.schema.createIndex('purges_by_time').on('purges').columns(['due_at']).execute();

  await create('events', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('workspace_id', text, (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('environment', text, (c) => c.notNull().check(sql`environment in ('live', 'test')`))
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('subject_id', text, (c) => c.notNull())
      .addColumn('body', text, (c) => c.notNull())
      .addColumn('created_at', time, (c) => c.notNull()),
  );
  await db.schema
    .createIndex('events_by_workspace')
    .on('events')
    .columns(['workspace_id', 'environment', 'id'])
    .execute();
}
