import { setTimeout as delay } from 'node:timers/promises';
import { atMost } from '../bars.ts';
import { cpuMs, residentMb } from '../process-stats.ts';
import { type BenchContext, within } from './bench-context.ts';
import { monotonicMs } from './monotonic-clock.ts';
import { checkArrivals, checkDelivered, drained, fillQueue, openQueue } from './queue.ts';
import { openStage, type Stage } from './stage.ts';

const ENDPOINTS = 50;
const DELIVERIES = 100_000;
const TENTH = DELIVERIES / 10;
/** V8 compiles the hot path within these; otherwise the first tenth would pay for it and flatter the last. */
const WARM_UP = 6_000;
const SETTLE_MS = 1_500;
const MEMORY_SAMPLE_MS = 20;
const COST_GOAL = 1.2;
/** Of the memory: when the garbage is taken away is V8's decision, so that two peaks are never the same. */
const GROWTH_GOAL = 1.1;

interface Mark {
  atMs: number;
  cpuMs: number;
  /** The most memory since the mark before. */
  peakMb: number;
}

/** A hundred thousand deliveries that are due at once: the last ones must not cost more than the first. */
export async function benchBacklog(context: BenchContext): Promise<void> {
  const { databases, folder, origin, receiver, report, say } = context;
  const { engine } = databases;
  const stage = await openStage({
    databases,
    folder,
    name: 'backlog',
    urls: Array(ENDPOINTS).fill(`${origin}/count`),
    events: ['photo_request.submitted'],
  });
  const server = await stage.startService();
  const memory = watchMemory(server.processId);
  try {
    await delay(SETTLE_MS);
    const startMb = memory.now();
    await drainMarked(context, stage, { processId: server.processId, memory, parts: [WARM_UP] });
    await receiver.ask('startOver', undefined);
    const readyMb = memory.now();

    const parts = Array.from({ length: 10 }, (_, index) => (index + 1) * TENTH);
    const { marks, eventIds } = await drainMarked(context, stage, {
      processId: server.processId,
      memory,
      parts,
    });
    const endMb = memory.now();
    report.samples[`${engine} backlog`] = marks;
    const first = perDelivery(marks, 0, 1);
    const last = perDelivery(marks, 9, 10);
    const rate = (ms: number) => `${Math.round(1000 / ms).toLocaleString('en')}/s`;
    const inMb = (values: number[]) => `${values.map((value) => value.toFixed(0)).join(' / ')} MB`;
    const peaks = marks.slice(1).map(({ peakMb }) => peakMb);
    const [firstHalf, lastHalf] = [Math.max(...peaks.slice(0, 5)), Math.max(...peaks.slice(5))];
    const duplicates = checkArrivals(eventIds, await receiver.ask('tally', undefined));
    const total = (await checkDelivered(stage)) - WARM_UP;
    report.figures.push(
      {
        name: `${engine}: backlog, first / last tenth`,
        value: `${rate(first.ms)} / ${rate(last.ms)}, ${first.cpuMs.toFixed(3)} / ${last.cpuMs.toFixed(3)} CPU ms each`,
      },
      { name: `${engine}: backlog, idle / warmed up / at the end`, value: inMb([startMb, readyMb, endMb]) },
      { name: `${engine}: backlog, most memory in each tenth`, value: inMb(peaks) },
      {
        name: `${engine}: backlog, stored as delivered`,
        value: `${total.toLocaleString('en')}, each with one attempt; ${duplicates} requests twice`,
      },
    );
    report.bars.push(
      atMost(`${engine}: backlog, CPU per delivery, last tenth / first`, last.cpuMs / first.cpuMs, COST_GOAL),
      atMost(`${engine}: backlog, time per delivery, last tenth / first`, last.ms / first.ms, COST_GOAL),
      atMost(`${engine}: backlog, most memory, last half / first`, lastHalf / firstHalf, GROWTH_GOAL),
    );
  } finally {
    memory.stop();
    await server.stop();
    await stage.close();
  }
  say(`${engine}: ${DELIVERIES.toLocaleString('en')} deliveries drained`);
}

/** Marks at the start, when so many have arrived, and instead of the last of these when everything is stored. */
async function drainMarked(
  { receiver }: BenchContext,
  stage: Stage,
  { processId, memory, parts }: { processId: number; memory: MemoryWatch; parts: number[] },
): Promise<{ marks: Mark[]; eventIds: string[] }> {
  const count = parts.at(-1) ?? 0;
  const eventIds = await fillQueue(stage, count);
  const startsAt = await openQueue(stage);
  const marks: Mark[] = [];
  const mark = (atMs: number) => marks.push({ atMs, cpuMs: cpuMs(processId), peakMb: memory.takePeak() });
  mark(startsAt);
  for (const part of parts) {
    const arrivedAt = await within(`Delivery ${part}`, receiver.ask('counted', part));
    if (part < count) mark(arrivedAt);
  }
  await within('Storing the last outcome', drained(stage));
  mark(monotonicMs());
  return { marks, eventIds };
}

function perDelivery(marks: Mark[], from: number, to: number): { ms: number; cpuMs: number } {
  const [begin, end] = [marks[from], marks[to]] as [Mark, Mark];
  return { ms: (end.atMs - begin.atMs) / TENTH, cpuMs: (end.cpuMs - begin.cpuMs) / TENTH };
}

type MemoryWatch = ReturnType<typeof watchMemory>;

function watchMemory(processId: number) {
  let peak = 0;
  const now = () => {
    const found = residentMb(processId);
    peak = Math.max(peak, found);
    return found;
  };
  const takePeak = () => {
    const most = Math.max(peak, now());
    peak = 0;
    return most;
  };
  const sampling = setInterval(now, MEMORY_SAMPLE_MS);
  return { now, takePeak, stop: () => clearInterval(sampling) };
}
