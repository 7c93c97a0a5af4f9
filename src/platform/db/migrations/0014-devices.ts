import { sql } from 'kysely';
import type { Engine, Queries } from '../database.ts';
import { columnTypes } from './building.ts';

/** By which photos of one device are found, to compare where it was. */
export async function devices(db: Queries, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  await db.schema.alterTable('photos').addColumn('device', text).execute();
  await db.schema
    .createIndex('photos_located_by_device')
    .on('photos')
    .columns(['device', 'captured_at'])
    .where(sql.ref('device'), 'is not', null)
    .where(sql.ref('latitude'), 'is not', null)
    .execute();
}
