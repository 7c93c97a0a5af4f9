import type { Database } from '../../src/platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../../src/platform/db/tables.ts';
import { atMost } from '../bars.ts';
import type { Databases } from '../databases.ts';
import type { Setting } from '../group.ts';
import type { Report } from '../report.ts';
import type { Operation } from './operations.ts';
import { overdue } from './population.ts';
import type { ScaleLine } from './run.ts';
import { compare, summarise } from './take-samples.ts';
import { openWorld, type World } from './world.ts';

const REFERENCE = 1_000;
const BATCH = 128;
const PER_ROUND = 4;
const ROWS_PER_INSERT = 500;
const HOUR_MS = 3_600_000;
const GOAL = 1.3;

interface Context extends Setting {
  databases: Databases;
  report: Report<ScaleLine>;
}

/** A batch of reminders when many thousands are due at the same moment, and when few are. */
export async function benchReminders(
  { databases, folder, say, report }: Context,
  { reminders, rounds }: { reminders: number; rounds: number },
): Promise<void> {
  const { engine } = databases;
  const started = performance.now();
  const small = await openDue({ databases, folder }, REFERENCE);
  const large = await openDue({ databases, folder }, reminders);
  const name = reminders.toLocaleString('en');
  say(`${engine}: ${name} reminders seeded in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  try {
    const [comparison] = await compare({ small, large }, [OPERATION], { rounds, tidy: async () => {} });
    if (comparison === undefined) return;
    const summary = summarise(comparison);
    report.lines.push({ engine, comparison, summary });
    report.bars.push(
      atMost(`${engine}: ${OPERATION.name}, ${name} / 1,000 due, median time`, summary.ratio.median, GOAL),
    );
    const perSecond = (BATCH / summary.large.p50Ms) * 1_000;
    report.figures.push({
      name: `${engine}: reminders per second with ${name} due, without pauses`,
      value: perSecond.toFixed(0),
    });
  } finally {
    await small.close();
    await large.close();
  }
}

const OPERATION: Operation<World> = {
  name: `send ${BATCH} reminders`,
  perRound: PER_ROUND,
  hasBar: true,
  async prepare(world) {
    const { services } = world;
    // What was sent: the next batch waits while too much is queued.
    await services.database.write((trx) => trx.deleteFrom('mails').execute());
    await addDue(world, BATCH);
    return async () => {
      if (!(await services.photoRequests.sendReminders(BATCH))) throw new Error('Some were not due');
    };
  },
};

async function openDue(place: { databases: Databases; folder: string }, count: number): Promise<World> {
  const world = await openWorld(place, `reminders_${count}`, REFERENCE);
  await allowManyReminders(world.services.database);
  await addDue(world, count);
  return { ...world, rows: count };
}

const addDue = ({ services: { database }, owner }: World, count: number) =>
  insertDue(database, owner, count, Date.now() - HOUR_MS);

/** At any hour, and more than one. */
export async function allowManyReminders(database: Database): Promise<void> {
  await database.write((trx) =>
    trx
      .updateTable('workspaces')
      .set({ reminder_from_hour: 0, reminder_until_hour: 24, max_reminders: 10 })
      .execute(),
  );
}

/** Open requests whose customers have not opened the link. `dueAt`: when to look at them. */
export async function insertDue(
  database: Database,
  owner: Owner,
  count: number,
  dueAt: number,
): Promise<void> {
  for (let start = 0; start < count; start += ROWS_PER_INSERT)
    await insertBatch(database, owner, Math.min(ROWS_PER_INSERT, count - start), dueAt);
}

async function insertBatch(database: Database, owner: Owner, count: number, dueAt: number): Promise<void> {
  const now = Date.now();
  const requests = overdue(owner, count, now).requests.map(
    (request): PhotoRequestRow => ({
      ...request,
      status: 'pending',
      expires_at: now + 1_000 * HOUR_MS,
      first_viewed_at: null,
      viewed_round: 0,
      recipient_email: 'customer@example.com',
      email_status: 'sent',
      reminders: JSON.stringify({
        planned: [{ when: 'not_opened', hours: 24, due: now - HOUR_MS, used: false }],
        time_zone: 'Europe/Berlin',
        from: now - 25 * HOUR_MS,
        sent: [],
      }),
    }),
  );
  const due = requests.map(({ id: request_id, workspace_id, environment }) => ({
    request_id,
    workspace_id,
    environment,
    kind: 'not_opened' as const,
    due_at: dueAt,
  }));
  await database.write(async (trx) => {
    await trx.insertInto('photo_requests').values(requests).execute();
    await trx.insertInto('due_reminders').values(due).execute();
  });
}
