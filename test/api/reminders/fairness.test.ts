import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createReminderRepository } from '../../../src/photo-requests/reminder-repository.ts';
import type { Database } from '../../../src/platform/db/database.ts';
import { expectFewPages, expectIndex, plansOf, settleStatistics } from '../../helpers/database/explain.ts';
import { insertWorkspace } from '../../helpers/database/rows.ts';
import { useDatabase } from '../../helpers/database/test-database.ts';

const NOW = Date.UTC(2026, 0, 31, 12, 0, 0);
const BUSY = 100_000;
const LIMIT = 128;

describe('the reminders that are due, of one workspace and of others', () => {
  const database = useDatabase();
  let busy: string;
  const others: string[] = [];
  beforeAll(async () => {
    busy = await insertWorkspace(database);
    await plan(database, busy, { count: BUSY, dueAt: NOW - 10_000 });
    for (let n = 0; n < 6; n++) {
      const id = await insertWorkspace(database);
      others.push(id);
      await plan(database, id, { count: n % 2 === 0 ? 2 : 1, dueAt: n % 2 === 0 ? NOW - 1 : NOW + 1 });
    }
    await settleStatistics(database);
  });

  const choose = (limit: number, after = '') =>
    database.write((trx) => createReminderRepository(database).chooseDue(trx, NOW, { limit, after }));
  const workspacesIn = (ids: string[]) => new Set(ids.map((id) => id.split(' ')[0]));

  it('should have a share of each workspace in the first batch, however many of one were due before', async () => {
    const { ids, servedUpTo } = await choose(LIMIT);
    expect([ids.length, new Set(ids).size]).toEqual([LIMIT, LIMIT]);
    expect(workspacesIn(ids)).toEqual(new Set([busy, ...others.filter((_, n) => n % 2 === 0)]));
    expect(servedUpTo).toBe('');
  });

  it('should go on with the next workspaces where a batch has room for few', async () => {
    const seen = new Set<string | undefined>();
    let after = '';
    for (let round = 0; round < 4; round++) {
      const chosen = await choose(2, after);
      for (const id of workspacesIn(chosen.ids)) seen.add(id);
      after = chosen.servedUpTo;
    }
    expect(seen.size).toBe(4);
  });

  it('should be chosen at a cost that does not grow with what is due', async () => {
    const plans = await plansOf(
      database,
      (recording) =>
        createReminderRepository(database).chooseDue(recording.reader, NOW, { limit: LIMIT, after: '' }),
      { areRun: true },
    );
    expect(plans).toHaveLength(3);
    for (const plan of plans) {
      // The workspaces that were found, and the list of them, are walked through.
      expectIndex(plan, undefined, { scan: /\bSCAN (?!h\b|host\b|CONSTANT ROW|hosts\b)/ });
      expectFewPages(plan);
    }
  });
});

async function plan(
  database: Database,
  workspaceId: string,
  { count, dueAt }: { count: number; dueAt: number },
): Promise<void> {
  // By the database itself: so many rows would take seconds to send.
  await database.write((trx) =>
    sql`insert into due_reminders (request_id, workspace_id, environment, kind, due_at)
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
      select ${sql.lit(`${workspaceId} `)} || n, ${sql.lit(workspaceId)}, 'live', 'not_opened', ${sql.lit(dueAt)}
      from numbers`.execute(trx),
  );
}
