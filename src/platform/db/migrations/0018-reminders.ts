import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';

/** Reminders, whoever wants no more email, and the unsent photos of requests that can be reopened. */
export async function reminders(db: Queries, engine: Engine): Promise<void> {
  const { text, time, integer } = columnTypes(engine);
  const create = tableCreator(db, engine);
  const index = (table: string, column: string) =>
    db.schema.createIndex(`${table}_${column}`).on(table).columns([column]).execute();

  await create(
    'due_reminders',
    (t) =>
      t
        .addColumn('request_id', text, (c) => c.primaryKey())
        .addColumn('workspace_id', text, (c) => c.notNull())
        .addColumn('environment', text, (c) => c.notNull())
        .addColumn('kind', text, (c) => c.notNull())
        .addColumn('due_at', time, (c) => c.notNull()),
    { keyedByPrimaryKey: true },
  );
  await index('due_reminders', 'due_at');
  await index('due_reminders', 'workspace_id');

  await create(
    'kept_photos',
    (t) =>
      t
        .addColumn('request_id', text, (c) => c.primaryKey())
        .addColumn('workspace_id', text, (c) => c.notNull())
        .addColumn('environment', text, (c) => c.notNull())
        .addColumn('delete_at', time, (c) => c.notNull()),
    { keyedByPrimaryKey: true },
  );
  await index('kept_photos', 'delete_at');
  await index('kept_photos', 'workspace_id');

  await create(
    'email_opt_outs',
    (t) =>
      t
        .addColumn('workspace_id', text, (c) => c.notNull())
        .addColumn('address_hash', text, (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('email_opt_outs_pk', ['workspace_id', 'address_hash'] as never),
    { keyedByPrimaryKey: true },
  );

  const setting = (column: string, otherwise: number) =>
    db.schema
      .alterTable('workspaces')
      .addColumn(column, integer, (c) => c.notNull().defaultTo(otherwise))
      .execute();
  await setting('reminder_from_hour', 9);
  await setting('reminder_until_hour', 18);
  await setting('reminder_weekends', 1);
  await setting('max_reminders', 3);
  await db.schema.alterTable('photo_requests').addColumn('reminders', text).execute();
}
