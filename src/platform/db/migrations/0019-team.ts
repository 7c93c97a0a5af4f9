import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';

/** Notes on requests, who takes care of them, and what members are told of. */
export async function team(db: Queries, engine: Engine): Promise<void> {
  const { text, time, integer } = columnTypes(engine);
  const create = tableCreator(db, engine);
  const index = (name: string, table: string, columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns).execute();

  await create('request_notes', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('workspace_id', text, (c) => c.notNull())
      .addColumn('environment', text, (c) => c.notNull())
      .addColumn('request_id', text, (c) => c.notNull())
      .addColumn('author_id', text, (c) => c.notNull())
      .addColumn('author', text, (c) => c.notNull())
      .addColumn('text', text, (c) => c.notNull())
      .addColumn('mentions', text, (c) => c.notNull())
      .addColumn('created_at', time, (c) => c.notNull())
      .addColumn('edited_at', time),
  );
  await index('request_notes_of_request', 'request_notes', ['workspace_id', 'request_id', 'id']);

  await create(
    'assignments',
    (t) =>
      t
        .addColumn('request_id', text, (c) => c.primaryKey().notNull())
        .addColumn('workspace_id', text, (c) => c.notNull())
        .addColumn('environment', text, (c) => c.notNull())
        .addColumn('user_id', text, (c) => c.notNull()),
    { keyedByPrimaryKey: true },
  );
  await index('assignments_of_member', 'assignments', [
    'workspace_id',
    'user_id',
    'environment',
    'request_id',
  ]);

  await create('notification_events', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('workspace_id', text, (c) => c.notNull())
      .addColumn('environment', text, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('request_id', text)
      .addColumn('note_id', text)
      .addColumn('content', text, (c) => c.notNull())
      .addColumn('attempt_count', integer, (c) => c.notNull())
      .addColumn('next_attempt_at', time, (c) => c.notNull())
      .addColumn('leased_by', text)
      .addColumn('created_at', time, (c) => c.notNull()),
  );
  await index('notification_events_due', 'notification_events', ['next_attempt_at']);
  await index('notification_events_of_request', 'notification_events', ['request_id']);
  await index('notification_events_of_workspace', 'notification_events', ['workspace_id']);

  await create('notifications', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('workspace_id', text, (c) => c.notNull())
      .addColumn('environment', text, (c) => c.notNull())
      .addColumn('user_id', text, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('request_id', text)
      .addColumn('note_id', text)
      .addColumn('content', text, (c) => c.notNull())
      .addColumn('is_shown', integer, (c) => c.notNull())
      .addColumn('digest_at', time)
      .addColumn('read_at', time)
      .addColumn('created_at', time, (c) => c.notNull()),
  );
  await index('notifications_of_member', 'notifications', ['workspace_id', 'user_id', 'id']);
  await index('notifications_of_request', 'notifications', ['request_id']);
  await db.schema
    .createIndex('notifications_for_digest')
    .on('notifications')
    .columns(['digest_at'])
    .where('digest_at' as never, 'is not', null)
    .execute();

  await create(
    'notification_preferences',
    (t) =>
      t
        .addColumn('workspace_id', text, (c) => c.notNull())
        .addColumn('user_id', text, (c) => c.notNull())
        .addColumn('choices', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('notification_preferences_pk', ['workspace_id', 'user_id'] as never),
    { keyedByPrimaryKey: true },
  );
}
