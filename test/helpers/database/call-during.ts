import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Database, Queries } from '../../../src/platform/db/database.ts';
import { waitUntil } from '../wait-until.ts';

/** Calls while a transaction with the change is open, which is committed as soon as the call waits for it, or ended. */
export async function callDuring<T>(
  database: Database,
  change: (trx: Queries) => Promise<unknown>,
  call: () => Promise<T>,
): Promise<T> {
  let hasEnded = false;
  const { called } = await database.write(async (trx) => {
    await change(trx);
    const writing = vi.spyOn(database, 'write');
    const called = call().finally(() => {
      hasEnded = true;
    });
    // SQLite has one writer: there every other write waits.
    const isWaiting = () =>
      database.engine === 'postgres' ? waitsForLock(database) : writing.mock.calls.length > 0;
    await waitUntil(async () => expect(hasEnded || (await isWaiting())).toBe(true));
    writing.mockRestore();
    return { called };
  });
  return called;
}

async function waitsForLock({ reader }: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(reader);
  return rows.length > 0;
}
