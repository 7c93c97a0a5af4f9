import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';

/** Browsers that signed in before, when an account was last warned, and since when it has its address. */
export async function knownDevices(db: Queries, engine: Engine): Promise<void> {
  const { text, time } = columnTypes(engine);
  const create = tableCreator(db, engine);

  await create(
    'known_devices',
    (t) =>
      t
        .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('token_hash', text, (c) => c.notNull())
        .addColumn('last_used_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('known_devices_pk', ['user_id', 'token_hash'] as never),
    { keyedByPrimaryKey: true },
  );
  await db.schema.createIndex('known_devices_by_use').on('known_devices').columns(['last_used_at']).execute();
  await db.schema.alterTable('web_sessions').addColumn('device_hash', text).execute();
  for (const column of ['password_warning_at', 'second_factor_warning_at', 'email_changed_at']) {
    await db.schema.alterTable('users').addColumn(column, time).execute();
  }
}
