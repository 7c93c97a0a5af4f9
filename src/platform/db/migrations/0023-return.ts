import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';

/** Where customers go afterwards, the sites that a workspace trusts with them, and what the way back is signed with. */
export async function returning(db: Queries, engine: Engine): Promise<void> {
  const { text, time } = columnTypes(engine);
  await tableCreator(db, engine)(
    'return_secrets',
    (t) =>
      t
        .addColumn('workspace_id', text, (c) => c.notNull())
        .addColumn('environment', text, (c) => c.notNull())
        .addColumn('secret', text, (c) => c.notNull())
        .addColumn('next_secret', text)
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('return_secrets_pk', ['workspace_id', 'environment'] as never),
    { keyedByPrimaryKey: true },
  );
  for (const table of ['photo_requests', 'permanent_links'])
    await db.schema.alterTable(table).addColumn('return_urls', text).execute();
  await db.schema.alterTable('workspaces').addColumn('allowed_origins', text).execute();
}
