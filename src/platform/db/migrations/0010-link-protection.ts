import { sql } from 'kysely';
import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';

/** What keeps strangers from using up a permanent link's quota and disk (0078). */
export async function linkProtection(db: Queries, engine: Engine): Promise<void> {
  // First: no one can read a table from its ALTER to the commit.
  await createLinkVisits(db, engine);

  const { text, time, integer } = columnTypes(engine);
  await db.schema.alterTable('permanent_links').addColumn('daily_limit_per_address', integer).execute();
  await db.schema.alterTable('permanent_links').addColumn('access_code', text).execute();
  await db.schema
    .alterTable('permanent_links')
    .addColumn('requires_approval', integer, (c) => c.notNull().defaultTo(0))
    .execute();

  for (const [column, type] of [
    ['alert_reason', text],
    ['alerted_at', time],
    ['alert_mailed_at', time],
  ] as const) {
    await db.schema.alterTable('permanent_links').addColumn(column, type).execute();
  }
}

async function createLinkVisits(db: Queries, engine: Engine): Promise<void> {
  const { text, time, integer } = columnTypes(engine);
  const create = tableCreator(db, engine);
  await create('link_visits', (t) =>
    t
      .addColumn('request_id', text, (c) =>
        c.primaryKey().references('photo_requests.id').onDelete('cascade'),
      )
      .addColumn('workspace_id', text, (c) => c.notNull())
      .addColumn('environment', text, (c) => c.notNull())
      .addColumn('permanent_link_id', text, (c) => c.notNull())
      .addColumn('photo_count', integer, (c) => c.notNull())
      .addColumn('bytes', time, (c) => c.notNull())
      .addColumn('active_at', time, (c) => c.notNull())
      .addColumn('held_at', time),
  );
  await db.schema
    .createIndex('link_visits_by_link')
    .on('link_visits')
    .columns(['workspace_id', 'environment', 'permanent_link_id'])
    .execute();

  await sql`insert into link_visits
      (request_id, workspace_id, environment, permanent_link_id, photo_count, bytes, active_at)
    select r.id, r.workspace_id, r.environment, r.permanent_link_id, count(p.id), coalesce(sum(p.bytes), 0),
      coalesce(max(p.received_at), r.created_at)
    from photo_requests r left join photos p on p.request_id = r.id
    where r.type = 'permanent' and r.status = 'in_progress' and r.permanent_link_id is not null
    group by r.id, r.workspace_id, r.environment, r.permanent_link_id, r.created_at`.execute(db);
}
