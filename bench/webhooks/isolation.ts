import { setTimeout as delay } from 'node:timers/promises';
import { atMost } from '../bars.ts';
import type { Sample } from '../load.ts';
import { type Contender, type Measurement, ratio, takeTurns, typical } from '../measure.ts';
import { cpuMs } from '../process-stats.ts';
import { quantile } from '../statistics.ts';
import { type ApiCalls, openCalls } from './api-calls.ts';
import { type BenchContext, within } from './bench-context.ts';
import { monotonicMs } from './monotonic-clock.ts';
import { drained } from './queue.ts';
import { openStage, type Stage, type Subscriber } from './stage.ts';

const ENDPOINTS = 100;
const PER_SECOND = 100;
/** Of ten events that go to the healthy ones one more goes to the one that may hang, ten times its share. */
const EXTRA_EVERY = 10;
/** Turns are longer than in the other parts: a hundred events give no 95th percentile. */
const SECONDS_FACTOR = 2;
const RATIO_GOAL = 1.2;
const ARRIVALS_POLL_MS = 20;
const ARRIVAL_LIMIT_MS = 60_000;

interface IsolationSample extends Sample {
  p95Ms: number;
}

interface Setting extends Contender {
  hangs: boolean;
}

interface Stream {
  context: BenchContext;
  stage: Stage;
  calls: ApiCalls;
}

/** A steady stream of events to a hundred endpoints, without and with one that accepts and never responds. */
export async function benchIsolation(context: BenchContext): Promise<void> {
  const { databases, folder, origin, options } = context;
  const healthy = Array<string>(ENDPOINTS - 1).fill(`${origin}/timed`);
  const stage = await openStage({
    databases,
    folder,
    name: 'isolation',
    urls: [`${origin}/hanging`, ...healthy],
    events: ['photo_request.created'],
  });
  const server = await stage.startService();
  const calls = openCalls(server.url);
  const stream: Stream = { context, stage, calls };
  try {
    const shared = { server, connections: ENDPOINTS };
    const settings: Setting[] = [
      { ...shared, name: 'none hangs', hangs: false },
      { ...shared, name: 'one hangs', hangs: true },
      { ...shared, name: 'none hangs, once more', hangs: false },
    ];
    const effort = { rounds: options.rounds, seconds: options.seconds * SECONDS_FACTOR };
    const [without, withOne, again] = (await takeTurns(settings, effort, (setting, seconds) =>
      driveTurn(stream, setting, seconds),
    )) as [IsolationMeasurement, IsolationMeasurement, IsolationMeasurement];
    addToReport(context, { without, withOne, again });
  } finally {
    await context.receiver.ask('hang', false);
    await calls.close();
    await server.stop();
    await stage.close();
  }
}

type IsolationMeasurement = Measurement<IsolationSample>;

function addToReport(
  { databases: { engine }, report }: BenchContext,
  { without, withOne, again }: Record<'without' | 'withOne' | 'again', IsolationMeasurement>,
): void {
  for (const measurement of [without, withOne, again]) {
    const figures = (['p50Ms', 'p95Ms', 'p99Ms'] as const).map((name) =>
      typical(measurement, name).toFixed(1),
    );
    const name = `${engine}: isolation, ${measurement.name}, p50 / p95 / p99 of the healthy`;
    report.figures.push({ name, value: `${figures.join(' / ')} ms` });
    report.samples[`${engine} isolation, ${measurement.name}`] = measurement.samples;
  }
  const noise = again.samples.map(({ p95Ms }, round) => p95Ms / (without.samples[round]?.p95Ms ?? 0));
  const range = `${Math.min(...noise).toFixed(2)} to ${Math.max(...noise).toFixed(2)}`;
  report.figures.push({
    name: `${engine}: isolation, noise: p95 of none once more / none`,
    value: `${ratio(again, without, 'p95Ms').toFixed(2)} (${range})`,
  });
  const both = without.samples.map(({ p95Ms }, round) => ({
    p95Ms: (p95Ms + (again.samples[round]?.p95Ms ?? 0)) / 2,
  }));
  const found = ratio(withOne, { samples: both }, 'p95Ms');
  report.bars.push(atMost(`${engine}: p95 of the healthy, one hangs / none`, found, RATIO_GOAL));
}

async function driveTurn(
  { context, stage, calls }: Stream,
  { server, hangs }: Setting,
  seconds: number,
): Promise<IsolationSample> {
  const { receiver } = context;
  await receiver.ask('startOver', undefined);
  await receiver.ask('hang', hangs);
  const [suspect, ...healthy] = stage.subscribers as [Subscriber, ...Subscriber[]];
  const cpuBefore = cpuMs(server.processId);
  const ownBefore = process.cpuUsage();
  const started = monotonicMs();
  const created: Promise<{ id: string; calledAt: number }>[] = [];
  const extra: Promise<unknown>[] = [];
  for (let number = 0; number < seconds * PER_SECOND; number++) {
    await delay(Math.max(0, started + (number * 1000) / PER_SECOND - monotonicMs()));
    created.push(createRequest(calls, healthy[number % healthy.length] as Subscriber));
    if (number % EXTRA_EVERY === 0) extra.push(createRequest(calls, suspect));
  }
  const requests = await Promise.all(created);
  await Promise.all(extra);
  const arrivals = await within(
    'The webhooks of the healthy',
    allArrived(context, requests),
    ARRIVAL_LIMIT_MS,
  );
  const elapsedMs = monotonicMs() - started;
  const usedMs = cpuMs(server.processId) - cpuBefore;
  const own = process.cpuUsage(ownBefore);
  // What waits for the one that hangs is none of the next turn's business.
  await receiver.ask('hang', false);
  await within('The rest', drained(stage), ARRIVAL_LIMIT_MS);
  const latencies = requests.map(({ id, calledAt }) => (arrivals.get(id) as number) - calledAt);
  return {
    responses: requests.length,
    perSecond: (requests.length / elapsedMs) * 1000,
    cpuMs: usedMs / requests.length,
    p50Ms: quantile(latencies, 0.5),
    p95Ms: quantile(latencies, 0.95),
    p99Ms: quantile(latencies, 0.99),
    clientBusy: (own.user + own.system) / 1000 / elapsedMs,
  };
}

async function createRequest({ call }: ApiCalls, { key }: Subscriber) {
  const calledAt = monotonicMs();
  const { id } = await call<{ id: string }>(
    'POST',
    '/v1/photo-requests',
    { 'x-api-key': key },
    { instructions: 'Please photograph the damage to your car.' },
  );
  return { id, calledAt };
}

async function allArrived({ receiver }: BenchContext, requests: { id: string }[]) {
  for (;;) {
    const arrivals = await receiver.ask('arrivals', undefined);
    if (requests.every(({ id }) => arrivals.has(id))) return arrivals;
    await delay(ARRIVALS_POLL_MS);
  }
}
