import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';

/** A workspace's own words for its emails to customers. */
export async function mailTexts(db: Queries, engine: Engine): Promise<void> {
  const { text, time } = columnTypes(engine);
  await tableCreator(db, engine)(
    'mail_texts',
    (t) =>
      t
        .addColumn('workspace_id', text, (c) => c.notNull())
        .addColumn('kind', text, (c) => c.notNull())
        .addColumn('lang', text, (c) => c.notNull())
        .addColumn('subject', text)
        .addColumn('greeting', text)
        .addColumn('text', text)
        .addColumn('button', text)
        .addColumn('updated_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('mail_texts_pk', ['workspace_id', 'kind', 'lang'] as never),
    { keyedByPrimaryKey: true },
  );
}
