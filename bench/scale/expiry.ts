import { setTimeout as delay } from 'node:timers/promises';
import type { Owner } from '../../src/platform/db/tables.ts';
import type { EventType } from '../../src/webhooks/outbox/event-types.ts';
import { within } from '../webhooks/bench-context.ts';
import { startChild } from '../webhooks/child.ts';
import { monotonicMs } from '../webhooks/monotonic-clock.ts';
import { checkDelivered, drained } from '../webhooks/queue.ts';
import type { ReceiverQuestions } from '../webhooks/receiver-process.ts';
import { openStage, type Stage, type Subscriber } from '../webhooks/stage.ts';
import { type BesideContext, type CallsBeside, reportCalls, startCallsBeside } from './calls-beside.ts';
import { addOpenRequests, cleanedUp, expireTogether, sweepBegun, sweepEnded } from './expiring-requests.ts';

/** The service sweeps every 30 seconds, for the first time that long after its start: until then nothing is swept. */
const EXPIRES_IN_MS = 25_000;
const WARM_UP_MS = 5_000;
/** Less would give no 99th percentile. */
const MIN_QUIET_MS = 10_000;

interface ExpiryContext extends BesideContext {
  /** How many requests expire at the same moment. */
  count: number;
}

interface Case {
  name: string;
  stageName: string;
  /** What the workspace's endpoint subscribes to. */
  event: EventType;
  eventsEach: 0 | 1;
}

const CASES: Case[] = [
  { name: 'no webhooks', stageName: 'expiry', event: 'photo_request.submitted', eventsEach: 0 },
  { name: 'with webhooks', stageName: 'expiry_events', event: 'photo_request.expired', eventsEach: 1 },
];

type Times = Awaited<ReturnType<CallsBeside['times']>>;

/** When each phase began, on the monotonic clock. */
interface Marks {
  quiet: number;
  expired: number;
  sweep: number;
  following: number;
  end: number;
}

/** How long the calls of one workspace take while the requests of another all expire at the same moment. */
export async function benchExpiry(context: ExpiryContext): Promise<void> {
  for (const one of CASES) {
    const receiver = startChild<ReceiverQuestions>('receiver-process.ts');
    try {
      const port = await receiver.ask('port', undefined);
      await measureCase(context, one, `http://127.0.0.1:${port}/count`);
      const { ids } = await receiver.ask('tally', undefined);
      const expected = one.eventsEach * context.count;
      if (ids.length !== expected) throw new Error(`${ids.length} of ${expected} events arrived`);
    } finally {
      receiver.stop();
    }
  }
}

async function measureCase(context: ExpiryContext, one: Case, url: string): Promise<void> {
  const { databases, folder, say, count } = context;
  const stage = await openStage({
    databases,
    folder,
    name: one.stageName,
    urls: [url, url],
    events: [one.event],
  });
  try {
    const [expiring, caller] = stage.subscribers as [Subscriber, Subscriber];
    const owner: Owner = { workspaceId: expiring.workspaceId, environment: 'live' };
    const started = performance.now();
    await addOpenRequests(stage, owner, count);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    say(`${databases.engine}: ${count.toLocaleString('en')} open requests seeded in ${seconds} s`);
    const { marks, times } = await callThrough(stage, owner, caller);
    addToReport(context, one, marks, times);
    await checkDelivered(stage);
  } finally {
    await stage.close();
  }
}

/** From the start of the service until everything that the expiry leads to is done. */
async function callThrough(
  stage: Stage,
  owner: Owner,
  caller: Subscriber,
): Promise<{ marks: Marks; times: Times }> {
  const expiresAt = Date.now() + EXPIRES_IN_MS;
  await expireTogether(stage, owner, expiresAt);
  const server = await stage.startService();
  try {
    const calls = await startCallsBeside(server.url, caller);
    const marks = await markPhases(stage, owner, expiresAt).finally(calls.finish);
    return { marks, times: await calls.times() };
  } finally {
    await server.stop();
  }
}

async function markPhases(stage: Stage, owner: Owner, expiresAt: number): Promise<Marks> {
  await delay(WARM_UP_MS);
  const quiet = monotonicMs();
  const leftMs = expiresAt - Date.now();
  if (leftMs < MIN_QUIET_MS) throw new Error('The service started too late to measure it without a sweep');
  await delay(leftMs);
  const expired = monotonicMs();
  await within('The beginning of the sweep', sweepBegun(stage, owner));
  const sweep = monotonicMs();
  await within('The sweep', sweepEnded(stage, owner));
  const following = monotonicMs();
  await within('What follows the sweep', Promise.all([cleanedUp(stage, owner), drained(stage)]));
  return { quiet, expired, sweep, following, end: monotonicMs() };
}

function addToReport(context: ExpiryContext, one: Case, marks: Marks, times: Times): void {
  const { databases, report, count } = context;
  const about = `${databases.engine}: ${count.toLocaleString('en')} expire, ${one.name}`;
  const phases = {
    'the sweep': times(marks.sweep, marks.following),
    'what follows': times(marks.following, marks.end),
  };
  const lengths = [marks.following - marks.sweep, marks.end - marks.following];
  const took = `${lengths.map((ms) => (ms / 1000).toFixed(1)).join(' / ')} s`;
  report.figures.push({ name: `${about}: the sweep / what follows took`, value: took });
  reportCalls(context, about, { quiet: times(marks.quiet, marks.expired), phases });
}
