import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';

/** What the team decides about submissions, and the rounds that a request goes through because of it. */
export async function reviews(db: Queries, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine);
  const create = tableCreator(db, engine);
  await create(
    'pending_reviews',
    (t) =>
      t
        .addColumn('workspace_id', text, (c) => c.notNull())
        .addColumn('environment', text, (c) => c.notNull())
        .addColumn('request_id', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('pending_reviews_pk', [
          'workspace_id',
          'environment',
          'request_id',
        ] as never),
    { keyedByPrimaryKey: true },
  );
  const flag = (table: string, column: string, otherwise: number) =>
    db.schema
      .alterTable(table)
      .addColumn(column, integer, (c) => c.notNull().defaultTo(otherwise))
      .execute();
  await flag('capture_sessions', 'round', 1);
  await flag('permanent_links', 'requires_review', 0);
  await db.schema.alterTable('photo_requests').addColumn('reviews', text).execute();
  await flag('photo_requests', 'requires_review', 0);
  await flag('photo_requests', 'viewed_round', 0);
}
