import { sql } from 'kysely';
import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';

/** Templates of photo requests, the images that their slots show, and what requests keep of both. */
export async function templates(db: Queries, engine: Engine): Promise<void> {
  const { text, time, integer } = columnTypes(engine);
  const create = tableCreator(db, engine);
  await create('templates', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('workspace_id', text, (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('environment', text, (c) => c.notNull().check(sql`environment in ('live', 'test')`))
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('content', text, (c) => c.notNull())
      .addColumn('archived_at', time)
      .addColumn('created_at', time, (c) => c.notNull())
      .addColumn('updated_at', time, (c) => c.notNull()),
  );
  await db.schema
    .createIndex('templates_by_age')
    .on('templates')
    .columns(['workspace_id', 'environment', 'id'])
    .execute();
  await create('slot_images', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('workspace_id', text, (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('environment', text, (c) => c.notNull().check(sql`environment in ('live', 'test')`))
      .addColumn('purpose', text, (c) => c.notNull().check(sql`purpose in ('example', 'guide')`))
      .addColumn('width', integer, (c) => c.notNull())
      .addColumn('height', integer, (c) => c.notNull())
      .addColumn('bytes', integer, (c) => c.notNull())
      .addColumn('created_at', time, (c) => c.notNull()),
  );
  await db.schema
    .createIndex('slot_images_by_age')
    .on('slot_images')
    .columns(['workspace_id', 'environment', 'id'])
    .execute();
  for (const table of ['photo_requests', 'permanent_links']) {
    for (const column of ['template_id', 'translations', 'evidence_policy']) {
      await db.schema.alterTable(table).addColumn(column, text).execute();
    }
  }
}
