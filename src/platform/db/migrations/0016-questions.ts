import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';

/** Questions beside the photos, their answers, and what the search looks at of those. */
export async function questions(db: Queries, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  await tableCreator(db, engine)(
    'answer_texts',
    (t) =>
      t
        .addColumn('workspace_id', text, (c) => c.notNull())
        .addColumn('environment', text, (c) => c.notNull())
        .addColumn('request_id', text, (c) => c.notNull())
        .addColumn('text', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('answer_texts_pk', ['workspace_id', 'environment', 'request_id'] as never),
    { keyedByPrimaryKey: true },
  );
  await db.schema.alterTable('permanent_links').addColumn('questions', text).execute();
  await db.schema.alterTable('photo_requests').addColumn('questions', text).execute();
  await db.schema.alterTable('photo_requests').addColumn('answers', text).execute();
}
