import { sql } from 'kysely';
import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';

/** What leaves the house: webhook endpoints, the deliveries of events to them with every attempt, and mails. */
export async function messages(db: Queries, engine: Engine): Promise<void> {
  const { text, time, integer } = columnTypes(engine);
  const create = tableCreator(db, engine);

  await create('webhook_endpoints', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('workspace_id', text, (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('url', text, (c) => c.notNull())
      .addColumn('events', text, (c) => c.notNull())
      .addColumn('serves', text, (c) => c.notNull().check(sql`serves in ('live', 'test', 'both')`))
      .addColumn('is_active', integer, (c) => c.notNull())
      .addColumn('disabled_reason', text, (c) =>
        c.check(sql`disabled_reason in ('manual', 'gone', 'failing')`),
      )
      .addColumn('secret', text, (c) => c.notNull())
      .addColumn('next_secret', text)
      .addColumn('failures', integer, (c) => c.notNull())
      .addColumn('failing_since', time)
      .addColumn('breaker_level', integer, (c) => c.notNull())
      .addColumn('paused_until', time)
      .addColumn('last_success_at', time)
      .addColumn('created_at', time, (c) => c.notNull())
      .addColumn('updated_at', time, (c) => c.notNull())
      .addColumn('deleted_at', time),
  );
  await db.schema
    .createIndex('webhook_endpoints_by_workspace')
    .on('webhook_endpoints')
    .columns(['workspace_id', 'id'])
    .execute();

  await db.schema
    .createIndex('webhook_endpoints_off')
    .on('webhook_endpoints')
    .columns(['id'])
    .where(sql.ref('is_active'), '=', sql.lit(0))
    .execute();
  await db.schema
    .createIndex('webhook_endpoints_deleted')
    .on('webhook_endpoints')
    .columns(['deleted_at'])
    .where(sql.ref('deleted_at'), 'is not', null)
    .execute();

  await db.schema.createIndex('events_by_age').on('events').columns(['created_at']).execute();

  await create('deliveries', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('workspace_id', text, (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('environment', text, (c) => c.notNull().check(sql`environment in ('live', 'test')`))
      // Without a cascade: an endpoint can have a hundred thousand of them, too many for one transaction.
      .addColumn('endpoint_id', text, (c) => c.notNull().references('webhook_endpoints.id'))
      .addColumn('event_id', text, (c) => c.notNull().references('events.id').onDelete('cascade'))
      .addColumn('event_type', text, (c) => c.notNull())
      .addColumn('status', text, (c) =>
        c.notNull().check(sql`status in ('due', 'held', 'delivered', 'failed', 'blocked')`),
      )
      .addColumn('attempt_count', integer, (c) => c.notNull())
      .addColumn('schedule_step', integer, (c) => c.notNull())
      .addColumn('next_attempt_at', time, (c) => c.notNull())
      .addColumn('is_leased', integer, (c) => c.notNull())
      .addColumn('created_at', time, (c) => c.notNull())
      .addColumn('finished_at', time),
  );
  // The queue: for each endpoint what is due first. The worker leaps from endpoint to endpoint along it.
  await db.schema
    .createIndex('deliveries_due')
    .on('deliveries')
    .columns(['endpoint_id', 'next_attempt_at'])
    .where(sql.ref('status'), '=', sql.lit('due'))
    .execute();
  await db.schema.createIndex('deliveries_by_event').on('deliveries').columns(['event_id']).execute();
  await db.schema.createIndex('deliveries_log').on('deliveries').columns(['endpoint_id', 'id']).execute();
  await db.schema
    .createIndex('deliveries_undelivered')
    .on('deliveries')
    .columns(['endpoint_id', 'id'])
    .where(sql<boolean>`status in ('failed', 'held', 'blocked')`)
    .execute();
  await db.schema.createIndex('events_by_subject').on('events').columns(['subject_id']).execute();
  await db.schema
    .createIndex('deliveries_by_workspace')
    .on('deliveries')
    .columns(['workspace_id', 'environment', 'id'])
    .execute();

  await create(
    'delivery_attempts',
    (t) =>
      t
        .addColumn('delivery_id', text, (c) => c.notNull().references('deliveries.id').onDelete('cascade'))
        .addColumn('number', integer, (c) => c.notNull())
        .addColumn('workspace_id', text, (c) => c.notNull())
        .addColumn('endpoint_id', text, (c) => c.notNull())
        .addColumn('outcome', text, (c) =>
          c
            .notNull()
            .check(sql`outcome in ('delivered', 'answered_badly', 'timed_out', 'unreachable', 'blocked')`),
        )
        .addColumn('error', text)
        .addColumn('status_code', integer)
        .addColumn('address', text)
        .addColumn('answer', text)
        .addColumn('started_at', time, (c) => c.notNull())
        .addColumn('duration_ms', integer, (c) => c.notNull())
        .addPrimaryKeyConstraint('delivery_attempts_pk', ['delivery_id', 'number'] as never),
    { keyedByPrimaryKey: true },
  );

  await create('mails', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('workspace_id', text, (c) => c.references('workspaces.id').onDelete('cascade'))
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('recipient', text, (c) => c.notNull())
      .addColumn('locale', text, (c) => c.notNull())
      .addColumn('content', text, (c) => c.notNull())
      // Without a foreign key: a mail that is on its way outlives the request.
      .addColumn('request_id', text)
      .addColumn('status', text, (c) => c.notNull().check(sql`status in ('queued', 'sent', 'failed')`))
      .addColumn('attempt_count', integer, (c) => c.notNull())
      .addColumn('next_attempt_at', time, (c) => c.notNull())
      .addColumn('error', text)
      .addColumn('created_at', time, (c) => c.notNull())
      .addColumn('finished_at', time),
  );
  await db.schema
    .createIndex('mails_due')
    .on('mails')
    .columns(['next_attempt_at'])
    .where(sql.ref('status'), '=', sql.lit('queued'))
    .execute();
  await db.schema.createIndex('mails_by_request').on('mails').columns(['request_id']).execute();
  await db.schema.createIndex('mails_by_age').on('mails').columns(['created_at']).execute();
}
