import { sql } from 'kysely';
import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';
import { counting } from './counting.ts';

/** What running on several nodes needs: who does which sweep, and which photos still wait to be decoded. */
export async function operation(db: Queries, engine: Engine): Promise<void> {
  const { text, time, integer } = columnTypes(engine);
  const create = tableCreator(db, engine);

  await create('sweeps', (t) =>
    t
      .addColumn('name', text, (c) => c.primaryKey())
      .addColumn('turn', integer, (c) => c.notNull())
      .addColumn('node', text, (c) => c.notNull())
      .addColumn('started_at', time, (c) => c.notNull())
      .addColumn('leased_until', time, (c) => c.notNull())
      .addColumn('next_at', time, (c) => c.notNull()),
  );

  await create('retired_slugs', (t) => t.addColumn('slug_hash', text, (c) => c.primaryKey()));

  await create('erased_workspaces', (t) =>
    t
      .addColumn('id_hash', text, (c) => c.primaryKey())
      .addColumn('counts', text, (c) => c.notNull())
      .addColumn('erased_at', time, (c) => c.notNull()),
  );

  await db.schema
    .createIndex('photos_unchecked')
    .on('photos')
    .columns(['received_at'])
    .where(sql.ref('checked_at'), 'is', null)
    .execute();

  // For the sweep over sessions that no one uses any more.
  await db.schema
    .createIndex('web_sessions_by_last_use')
    .on('web_sessions')
    .columns(['last_seen_at'])
    .execute();
  // For the erasure of a workspace.
  for (const table of ['mails', 'capture_sessions', 'permanent_link_slugs']) {
    await db.schema.createIndex(`${table}_by_workspace`).on(table).columns(['workspace_id']).execute();
  }

  // The call that an event or a mail came from, for the log.
  for (const table of ['events', 'mails']) {
    await db.schema.alterTable(table).addColumn('call_id', text).execute();
  }

  await counting(db, engine);
}
