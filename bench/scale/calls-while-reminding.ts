import { setTimeout as delay } from 'node:timers/promises';
import type { Owner } from '../../src/platform/db/tables.ts';
import { atMost } from '../bars.ts';
import { residentMb } from '../process-stats.ts';
import { monotonicMs } from '../webhooks/monotonic-clock.ts';
import { openStage, type Stage, type Subscriber } from '../webhooks/stage.ts';
import { type BesideContext, reportCalls, startCallsBeside } from './calls-beside.ts';
import { allowManyReminders, insertDue } from './reminders.ts';

const WARM_UP_MS = 5_000;
const QUIET_MS = 15_000;
/** Housekeeping looks every 30 seconds, so that it comes at least twice. */
const SENDING_MS = 75_000;
/** Still more than are sent meanwhile, so that both do the same work. */
const FEWER = 10;
/** Whoever read all that are due at once would need far more. */
const MEMORY_GOAL = 1.25;
const MEMORY_EVERY_MS = 500;

/**
 * How long the calls of one workspace take while another has this many reminders due, and how much memory the service needs
 * beside one where a tenth of them are due: what it took before says little, since V8 lets garbage lie as long as there is room.
 */
export async function benchCallsWhileReminding(context: BesideContext, count: number): Promise<void> {
  const fewer = await remindWith(context, Math.ceil(count / FEWER));
  const all = await remindWith(context, count);
  const { databases, report } = context;
  const about = `${databases.engine}: ${count.toLocaleString('en')} reminders due`;
  report.bars.push(atMost(`${about}: most memory / with a tenth of them due`, all / fewer, MEMORY_GOAL));
}

/** Returns the most memory that was seen, in megabytes. */
async function remindWith(context: BesideContext, count: number): Promise<number> {
  const { databases, folder, say } = context;
  // No one is told: the endpoint wants other events.
  const url = 'http://127.0.0.1:8081/none';
  const stage = await openStage({
    databases,
    folder,
    name: `reminding_${count}`,
    urls: [url, url],
    events: ['photo_request.submitted'],
  });
  try {
    const [reminding, caller] = stage.subscribers as [Subscriber, Subscriber];
    const owner: Owner = { workspaceId: reminding.workspaceId, environment: 'live' };
    await allowManyReminders(stage.database);
    await insertDue(stage.database, owner, count, Date.now() + 10 * SENDING_MS);
    say(`${databases.engine}: ${count.toLocaleString('en')} requests with reminders seeded`);
    return await measure(context, { stage, caller, count });
  } finally {
    await stage.close();
  }
}

async function measure(
  context: BesideContext,
  { stage, caller, count }: { stage: Stage; caller: Subscriber; count: number },
): Promise<number> {
  const { databases, report, say } = context;
  const server = await stage.startService();
  try {
    const calls = await startCallsBeside(server.url, caller);
    await delay(WARM_UP_MS);
    const quiet = monotonicMs();
    await delay(QUIET_MS);
    const [due, memoryBefore] = [monotonicMs(), residentMb(server.processId)];
    await stage.database.write((trx) =>
      trx.updateTable('due_reminders').set({ due_at: Date.now() }).execute(),
    );
    const memory = await mostMemory(server.processId, SENDING_MS);
    const end = monotonicMs();
    await calls.finish();
    const sent = count - (await countDue(stage));
    const times = await calls.times();
    const about = `${databases.engine}: ${count.toLocaleString('en')} reminders due`;
    reportCalls(context, about, {
      quiet: times(quiet, due),
      phases: { 'while they are sent': times(due, end) },
    });
    const memories = `${memoryBefore.toFixed(0)} / ${memory.toFixed(0)} MB`;
    const rate = `${sent.toLocaleString('en')} in ${((end - due) / 1_000).toFixed(0)} s`;
    report.figures.push({ name: `${about}: sent`, value: rate });
    report.figures.push({ name: `${about}: memory before / most while they are sent`, value: memories });
    say(`${about}: ${rate}, memory ${memories}`);
    if (sent === 0) throw new Error('No reminder was sent');
    return memory;
  } finally {
    await server.stop();
  }
}

async function mostMemory(processId: number, milliseconds: number): Promise<number> {
  const end = monotonicMs() + milliseconds;
  let most = 0;
  while (monotonicMs() < end) {
    most = Math.max(most, residentMb(processId));
    await delay(MEMORY_EVERY_MS);
  }
  return most;
}

async function countDue({ database }: Stage): Promise<number> {
  const { count } = await database.reader
    .selectFrom('due_reminders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
