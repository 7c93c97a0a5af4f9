import { atLeast } from '../bars.ts';
import type { Sample } from '../load.ts';
import { type Contender, ratio, takeTurns } from '../measure.ts';
import { cpuMs } from '../process-stats.ts';
import { quantile } from '../statistics.ts';
import type { BareLoopQuestions } from './bare-loop-process.ts';
import { type BenchContext, within } from './bench-context.ts';
import { type Child, startChild } from './child.ts';
import { monotonicMs } from './monotonic-clock.ts';
import { checkArrivals, checkDelivered, drained, eventBody, fillQueue, openQueue } from './queue.ts';
import { openStage, type Stage } from './stage.ts';

const RATIO_GOAL = { sqlite: 0.55, postgres: 0.45 };
const ENDPOINTS = 16;
/** As many as the service has under way with that many endpoints. */
const IN_FLIGHT = 64;
/** The size of a turn, for each of its seconds. */
const DELIVERIES_PER_SECOND = 2_000;

interface Turn {
  eventIds: string[];
  latenciesMs: number[];
  elapsedMs: number;
  cpuMs: number;
}

interface Sender extends Contender {
  send(count: number): Promise<Turn>;
}

/** The service with a backlog beside a loop that only sends, the same number of events in each turn. */
export async function benchThroughput(context: BenchContext): Promise<void> {
  const { databases, folder, origin, options, report } = context;
  const stage = await openStage({
    databases,
    folder,
    name: 'throughput',
    urls: Array(ENDPOINTS).fill(`${origin}/count`),
    events: ['photo_request.submitted'],
  });
  const server = await stage.startService();
  const loop = startChild<BareLoopQuestions>('bare-loop-process.ts');
  let duplicates = 0;
  const drive = async (sender: Sender, seconds: number) => {
    const { sample, more } = await driveTurn(context, sender, seconds * DELIVERIES_PER_SECOND);
    duplicates += more;
    return sample;
  };
  try {
    const bare = await bareSender(context, loop, stage);
    const service: Sender = {
      name: 'service, outcomes stored',
      server,
      connections: IN_FLIGHT,
      send: (count) => drain(context, stage, server.processId, count),
    };
    const [ceiling, deliveries] = await takeTurns([bare, service], options, drive);
    if (ceiling === undefined || deliveries === undefined) throw new Error('Nothing was measured');
    const { engine } = databases;
    report.lines.push({ engine, measurement: ceiling }, { engine, measurement: deliveries, ceiling });
    report.bars.push(
      atLeast(
        `${engine}: deliveries / bare undici loop`,
        ratio(deliveries, ceiling, 'perSecond'),
        RATIO_GOAL[engine],
      ),
    );
    const total = await checkDelivered(stage);
    const value = `${total.toLocaleString('en')}, each with one attempt; ${duplicates} requests twice`;
    report.figures.push({ name: `${engine}: throughput, stored as delivered`, value });
  } finally {
    loop.stop();
    await server.stop();
    await stage.close();
  }
}

async function driveTurn(
  { receiver }: BenchContext,
  sender: Sender,
  count: number,
): Promise<{ sample: Sample; more: number }> {
  await receiver.ask('startOver', undefined);
  const receiverBefore = cpuMs(receiver.processId);
  const turn = await within(`${sender.name}, ${count} events`, sender.send(count));
  const receiverMs = cpuMs(receiver.processId) - receiverBefore;
  const more = checkArrivals(turn.eventIds, await receiver.ask('tally', undefined));
  const sample = {
    responses: count,
    perSecond: (count / turn.elapsedMs) * 1000,
    cpuMs: turn.cpuMs / count,
    p50Ms: quantile(turn.latenciesMs, 0.5),
    p99Ms: quantile(turn.latenciesMs, 0.99),
    clientBusy: receiverMs / turn.elapsedMs,
  };
  return { sample, more };
}

async function bareSender(
  { origin }: BenchContext,
  loop: Child<BareLoopQuestions>,
  stage: Stage,
): Promise<Sender> {
  const { processId, stop } = loop;
  const body = await eventBody(stage);
  return {
    name: 'bare undici loop',
    server: { processId, url: '', startedInMs: 0, stop: async () => stop() },
    connections: IN_FLIGHT,
    async send(count) {
      const eventIds = Array.from({ length: count }, () => stage.services.ids.next('event', Date.now()));
      const cpuBefore = cpuMs(processId);
      const load = { origin, path: '/count', body, eventIds, inFlight: IN_FLIGHT };
      const sent = await loop.ask('send', load);
      return { ...sent, eventIds, cpuMs: cpuMs(processId) - cpuBefore };
    },
  };
}

/** From the moment the deliveries may be sent to the moment the last outcome is seen stored by another process. */
async function drain(
  { receiver }: BenchContext,
  stage: Stage,
  processId: number,
  count: number,
): Promise<Turn> {
  const eventIds = await fillQueue(stage, count);
  const startsAt = await openQueue(stage);
  const cpuBefore = cpuMs(processId);
  await receiver.ask('counted', count);
  await drained(stage);
  const elapsedMs = monotonicMs() - startsAt;
  const usedMs = cpuMs(processId) - cpuBefore;
  return { eventIds, elapsedMs, cpuMs: usedMs, latenciesMs: await durationsOf(stage, count) };
}

async function durationsOf({ database }: Stage, count: number): Promise<number[]> {
  const rows = await database.reader
    .selectFrom('delivery_attempts')
    .select('duration_ms')
    .orderBy('delivery_id', 'desc')
    .limit(count)
    .execute();
  return rows.map(({ duration_ms }) => duration_ms);
}
