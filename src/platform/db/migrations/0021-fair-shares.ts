import type { Engine, Queries } from '../database.ts';
import { columnTypes } from './building.ts';

/** What keeps one workspace, note or colleague from taking all of what is meant for everyone. */
export async function fairShares(db: Queries, engine: Engine): Promise<void> {
  const { text, time, integer } = columnTypes(engine);
  await db.schema.alterTable('request_notes').addColumn('told', text).execute();

  const counter = (column: string, type: typeof time) =>
    db.schema
      .alterTable('users')
      .addColumn(column, type, (c) => c.notNull().defaultTo(0))
      .execute();
  await counter('notified_since', time);
  await counter('notified_count', integer);

  // It finds the rows of a workspace as well, for which the other one was.
  await db.schema
    .createIndex('due_reminders_of_workspace')
    .on('due_reminders')
    .columns(['workspace_id', 'due_at'])
    .execute();
  await db.schema.dropIndex('due_reminders_workspace_id').execute();
}
