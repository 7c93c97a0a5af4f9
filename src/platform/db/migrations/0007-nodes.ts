import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';
import { repairEditedSteps } from './repair.ts';
import { createRequestSearchIndex } from './request-search-index.ts';

/** Which node holds a lease, and whether that node is still alive (0070). Databases of before are repaired first (0069). */
export async function nodes(db: Queries, engine: Engine): Promise<void> {
  // Of 0011, but before the first ALTER: all steps are one transaction, and from its ALTER on no one can read a table.
  await createRequestSearchIndex(db, engine);
  await repairEditedSteps(db, engine);

  const { text, time } = columnTypes(engine);
  await tableCreator(db, engine)('nodes', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('beat', time, (c) => c.notNull())
      .addColumn('started_at', time, (c) => c.notNull()),
  );
  for (const table of ['deliveries', 'mails']) {
    await db.schema.alterTable(table).addColumn('leased_by', text).execute();
  }
}
