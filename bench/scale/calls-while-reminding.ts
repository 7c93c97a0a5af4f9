import { setTimeout as delay } from 'node:timers/promises';
import type { Owner } from '../../src/platform/db/tables.ts';
import { atMost, under } from '../bars.ts';
import type { Databases } from '../databases.ts';
import type { Setting } from '../group.ts';
import { residentMb } from '../process-stats.ts';
import type { Report } from '../report.ts';
import { quantile } from '../statistics.ts';
import { openCalls } from '../webhooks/api-calls.ts';
import { monotonicMs } from '../webhooks/monotonic-clock.ts';
import { openStage, type Stage, type Subscriber } from '../webhooks/stage.ts';
import { mixedCalls } from './expiry.ts';
import { allowManyReminders, insertDue } from './reminders.ts';
import type { ScaleLine } from './run.ts';
import { startSteadyCalls } from './steady-calls.ts';

const CALLS_PER_SECOND = 200;
const CONNECTIONS = 256;
const WARM_UP_MS = 5_000;
const QUIET_MS = 15_000;
/** Housekeeping looks every 30 seconds, so that it comes at least twice. */
const SENDING_MS = 75_000;
const P99_GOAL_MS = 150;
/** Still more than are sent meanwhile, so that both do the same work. */
const FEWER = 10;
/** Whoever read all that are due at once would need far more. */
const MEMORY_GOAL = 1.25;
const MEMORY_EVERY_MS = 500;

interface Context extends Setting {
  databases: Databases;
  report: Report<ScaleLine>;
}

/**
 * How long the calls of one workspace take while another has this many reminders due, and how much memory the service needs
 * beside one where a tenth of them are due: what it took before says little, since V8 lets garbage lie as long as there is room.
 */
export async function benchCallsWhileReminding(context: Context, count: number): Promise<void> {
  const fewer = await remindWith(context, Math.ceil(count / FEWER));
  const all = await remindWith(context, count);
  const { databases, report } = context;
  const about = `${databases.engine}: ${count.toLocaleString('en')} reminders due`;
  report.bars.push(
    under(`${about}: other calls while they are sent, p99`, all.p99, P99_GOAL_MS, 'ms'),
    atMost(`${about}: most memory / with a tenth of them due`, all.memory / fewer.memory, MEMORY_GOAL),
  );
}

interface Found {
  p99: number;
  /** The most that was seen, in megabytes. */
  memory: number;
}

async function remindWith(context: Context, count: number): Promise<Found> {
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
  { databases, report, say }: Context,
  { stage, caller, count }: { stage: Stage; caller: Subscriber; count: number },
): Promise<Found> {
  const server = await stage.startService();
  const api = openCalls(server.url, CONNECTIONS);
  try {
    const stream = startSteadyCalls(CALLS_PER_SECOND, await mixedCalls(api, caller));
    await delay(WARM_UP_MS);
    const quiet = monotonicMs();
    await delay(QUIET_MS);
    const [due, memoryBefore] = [monotonicMs(), residentMb(server.processId)];
    await stage.database.write((trx) =>
      trx.updateTable('due_reminders').set({ due_at: Date.now() }).execute(),
    );
    const memory = await mostMemory(server.processId, SENDING_MS);
    const end = monotonicMs();
    stream.finish();
    const sent = count - (await countDue(stage));
    const calls = await stream.calls();
    const during = (from: number, to: number) =>
      calls.filter(({ dueAt }) => dueAt >= from && dueAt < to).map(({ tookMs }) => tookMs);
    const about = `${databases.engine}: ${count.toLocaleString('en')} reminders due`;
    const phases = { before: during(quiet, due), 'while they are sent': during(due, end) };
    for (const [phase, times] of Object.entries(phases)) {
      const figures = [0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(1));
      const value = `${figures.join(' / ')} ms of ${times.length.toLocaleString('en')} calls`;
      report.figures.push({ name: `${about}: other calls ${phase}, p50 / p99 / longest`, value });
      say(`${about}: other calls ${phase} ${value}`);
    }
    const memories = `${memoryBefore.toFixed(0)} / ${memory.toFixed(0)} MB`;
    const rate = `${sent.toLocaleString('en')} in ${((end - due) / 1_000).toFixed(0)} s`;
    report.figures.push({ name: `${about}: sent`, value: rate });
    report.figures.push({ name: `${about}: memory before / most while they are sent`, value: memories });
    say(`${about}: ${rate}, memory ${memories}`);
    if (sent === 0) throw new Error('No reminder was sent');
    return { p99: quantile(phases['while they are sent'], 0.99), memory };
  } finally {
    await api.close();
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
