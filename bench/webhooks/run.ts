import { openDatabases } from '../databases.ts';
import type { Findings, Setting } from '../group.ts';
import type { Sample } from '../load.ts';
import { ENGINES, readOptions, someOf, wholeNumber } from '../options.ts';
import {
  busyColumn,
  emptyReport,
  engineColumn,
  formatFindings,
  type Line,
  loadColumns,
  type Report,
} from '../report.ts';
import { benchBacklog } from './backlog.ts';
import { type BenchContext, type Options, PARTS } from './bench-context.ts';
import { startChild } from './child.ts';
import { benchIsolation } from './isolation.ts';
import { benchLatency } from './latency.ts';
import type { ReceiverQuestions } from './receiver-process.ts';
import { benchThroughput } from './throughput.ts';

const RUN: Record<Options['only'][number], (context: BenchContext) => Promise<void>> = {
  throughput: benchThroughput,
  latency: benchLatency,
  isolation: benchIsolation,
  backlog: benchBacklog,
};

/** What happens between an event and its receiver. */
export async function runWebhookBenchmark(args: string[], { folder, say }: Setting): Promise<Findings> {
  const options: Options = readOptions(args, {
    seconds: wholeNumber(2),
    rounds: wholeNumber(5),
    only: someOf(PARTS),
    engine: someOf(ENGINES),
  });
  const report: Report = emptyReport<Line>();
  for (const engine of options.engine) {
    const databases = await openDatabases(engine, folder);
    try {
      for (const part of options.only) {
        const started = performance.now();
        await withReceiver((receiver, origin) =>
          RUN[part]({ options, folder, databases, receiver, origin, report, say }),
        );
        say(`${engine}: ${part} done in ${((performance.now() - started) / 1000).toFixed(0)} s`);
      }
    } finally {
      await databases.close();
    }
  }
  const { name, rate, cpu, times, memory } = loadColumns<Sample>({
    atOnce: 'in flight',
    unit: 'event',
    digits: { perSecond: 0, cpuMs: 3, ms: 1 },
  });
  const columns = [engineColumn, ...name, ...rate, ...cpu, ...times, ...memory, busyColumn('receiver')];
  return { options, text: formatFindings(report, columns), ...report, details: report };
}

/** A new one for each part: nothing of the last one is left in it. */
async function withReceiver(
  work: (receiver: BenchContext['receiver'], origin: string) => Promise<void>,
): Promise<void> {
  const receiver = startChild<ReceiverQuestions>('receiver-process.ts');
  try {
    const port = await receiver.ask('port', undefined);
    await work(receiver, `http://127.0.0.1:${port}`);
  } finally {
    receiver.stop();
  }
}
