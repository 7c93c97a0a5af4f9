import type { Engine, Queries } from '../database.ts';
import { columnTypes } from './building.ts';

/**
 * When a submission was held for approval, and how many photos a customer took but never sent. Last of all: no one can read
 * the table from here to the commit. The search's index is built by 0007 for that reason.
 *
 * The index photo_requests_by_recipient stays, although only the previous release searches by it: that release may still
 * run beside this one. A step of a later release can drop it.
 */
export async function requestSearch(db: Queries, engine: Engine): Promise<void> {
  const { time, integer } = columnTypes(engine);
  await db.schema.alterTable('photo_requests').addColumn('held_at', time).execute();
  await db.schema
    .alterTable('photo_requests')
    .addColumn('unsent_photos', integer, (column) => column.notNull().defaultTo(0))
    .execute();
}
