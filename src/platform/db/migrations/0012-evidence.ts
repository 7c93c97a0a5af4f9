import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';

/** What speaks for and against each photo, and what pictures are found again by. */
export async function evidence(db: Queries, engine: Engine): Promise<void> {
  const { text, time, integer } = columnTypes(engine);
  const create = tableCreator(db, engine);

  await create(
    'similarity_keys',
    (t) =>
      t
        .addColumn('key', time, (c) => c.notNull())
        .addColumn('sketch', time, (c) => c.notNull())
        .addColumn('photo_id', text, (c) => c.notNull())
        // All of it: what is looked up by the key is read from the index alone.
        .addPrimaryKeyConstraint('similarity_keys_pk', ['key', 'sketch', 'photo_id'] as never),
    { keyedByPrimaryKey: true },
  );
  await create(
    'request_warnings',
    (t) =>
      t
        .addColumn('workspace_id', text, (c) => c.notNull())
        .addColumn('environment', text, (c) => c.notNull())
        .addColumn('request_id', text, (c) => c.notNull())
        .addColumn('photo_count', integer, (c) => c.notNull())
        .addPrimaryKeyConstraint('request_warnings_pk', [
          'workspace_id',
          'environment',
          'request_id',
        ] as never),
    { keyedByPrimaryKey: true },
  );
  await db.schema.alterTable('workspaces').addColumn('evidence_policy', text).execute();
  for (const column of ['hash', 'traits', 'evidence']) {
    await db.schema.alterTable('photos').addColumn(column, text).execute();
  }
  await db.schema.alterTable('photo_requests').addColumn('expected_location', text).execute();
  await db.schema.alterTable('photo_requests').addColumn('refusals', text).execute();
}
