import { sql } from 'kysely';
import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';

/** Handing a customer's page over to another device, and when photos may have been taken on each device. */
export async function handovers(db: Queries, engine: Engine): Promise<void> {
  const { text, time } = columnTypes(engine);
  const create = tableCreator(db, engine);

  await db.schema.alterTable('capture_sessions').addColumn('chain_id', text).execute();
  await db.schema.alterTable('capture_sessions').addColumn('taking_windows', text).execute();
  // Open visits have shared one request only among sessions that continue each other.
  await sql`update capture_sessions
    set chain_id = case when permanent_link_id is null then token_hash else request_id end`.execute(db);

  await create('capture_handovers', (t) =>
    t
      // No foreign key: it outlives the session that offered it, or a later one of the chain would be active again.
      .addColumn('chain_id', text, (c) => c.primaryKey())
      .addColumn('workspace_id', text, (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('environment', text, (c) => c.notNull().check(sql`environment in ('live', 'test')`))
      .addColumn('request_id', text, (c) => c.notNull())
      .addColumn('permanent_link_id', text)
      .addColumn('code_hash', text, (c) => c.notNull().unique())
      .addColumn('expires_at', time, (c) => c.notNull())
      .addColumn('claimed_by', text),
  );
  await db.schema
    .createIndex('capture_handovers_by_age')
    .on('capture_handovers')
    .columns(['expires_at'])
    .execute();
  await db.schema
    .createIndex('capture_handovers_by_request')
    .on('capture_handovers')
    .columns(['request_id'])
    .execute();
  await db.schema
    .createIndex('capture_handovers_by_workspace')
    .on('capture_handovers')
    .columns(['workspace_id'])
    .execute();
}
