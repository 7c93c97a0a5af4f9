import { sql } from 'kysely';
import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';

/** Messages to customers' phones, what limits them, and who wants no more of them. */
export async function phoneMessages(db: Queries, engine: Engine): Promise<void> {
  const { text, time, integer } = columnTypes(engine);
  const create = tableCreator(db, engine);

  await create('phone_messages', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('workspace_id', text, (c) => c.notNull())
      // Without a foreign key: a message that is on its way outlives the request.
      .addColumn('request_id', text, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('channel', text, (c) => c.notNull())
      .addColumn('recipient', text, (c) => c.notNull())
      .addColumn('locale', text, (c) => c.notNull())
      .addColumn('call_id', text)
      .addColumn('status', text, (c) =>
        c.notNull().check(sql`status in ('queued', 'sent', 'delivered', 'failed')`),
      )
      .addColumn('attempt_count', integer, (c) => c.notNull())
      .addColumn('next_attempt_at', time, (c) => c.notNull())
      .addColumn('leased_by', text)
      .addColumn('error', text)
      .addColumn('created_at', time, (c) => c.notNull())
      .addColumn('finished_at', time),
  );
  await db.schema
    .createIndex('phone_messages_due')
    .on('phone_messages')
    .columns(['next_attempt_at'])
    .where(sql.ref('status'), '=', sql.lit('queued'))
    .execute();
  for (const [name, column] of [
    ['by_request', 'request_id'],
    ['by_workspace', 'workspace_id'],
    ['by_age', 'created_at'],
  ] as const) {
    await db.schema.createIndex(`phone_messages_${name}`).on('phone_messages').columns([column]).execute();
  }

  await create(
    'phone_senders',
    (t) =>
      t
        .addColumn('workspace_id', text, (c) => c.primaryKey())
        .addColumn('day', integer, (c) => c.notNull())
        .addColumn('day_count', integer, (c) => c.notNull())
        .addColumn('period_started_at', time, (c) => c.notNull())
        .addColumn('period_count', integer, (c) => c.notNull())
        .addColumn('next_send_at', time, (c) => c.notNull()),
    { keyedByPrimaryKey: true },
  );

  await create(
    'phone_recipients',
    (t) =>
      t
        .addColumn('workspace_id', text, (c) => c.notNull())
        .addColumn('number_hash', text, (c) => c.notNull())
        .addColumn('window_started_at', time, (c) => c.notNull())
        .addColumn('message_count', integer, (c) => c.notNull())
        .addPrimaryKeyConstraint('phone_recipients_pk', ['workspace_id', 'number_hash'] as never),
    { keyedByPrimaryKey: true },
  );
  await db.schema
    .createIndex('phone_recipients_by_age')
    .on('phone_recipients')
    .columns(['window_started_at'])
    .execute();

  await create(
    'phone_opt_outs',
    (t) =>
      t
        .addColumn('number_hash', text, (c) => c.primaryKey())
        .addColumn('created_at', time, (c) => c.notNull()),
    { keyedByPrimaryKey: true },
  );

  await create(
    'phone_keywords',
    (t) =>
      t
        .addColumn('message_hash', text, (c) => c.primaryKey())
        .addColumn('created_at', time, (c) => c.notNull()),
    { keyedByPrimaryKey: true },
  );

  for (const column of ['recipient_phone', 'phone_channel', 'sms_status'])
    await db.schema.alterTable('photo_requests').addColumn(column, text).execute();
}
