import type { Engine, Queries } from '../database.ts';
import { columnTypes } from './building.ts';

/** Which browser took a photo, to compare where it was. */
export async function devices(db: Queries, engine: Engine): Promise<void> {
  await db.schema.alterTable('photos').addColumn('device', columnTypes(engine).text).execute();
}
