import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join, relative } from 'node:path';
import { openDatabases } from '../api/databases.ts';
import { fileSystemOf, syncMs } from '../disk.ts';
import { benchBacklog } from './backlog.ts';
import type { BenchContext, WebhookReport } from './bench-context.ts';
import { startChild } from './child.ts';
import { benchIsolation } from './isolation.ts';
import { benchLatency } from './latency.ts';
import { type Part, readOptions } from './options.ts';
import type { ReceiverQuestions } from './receiver-process.ts';
import { formatWebhookReport } from './report.ts';
import { benchThroughput } from './throughput.ts';

/** Git-ignored, and on a real disk even where the folder for temporary files lives in memory. */
const RESULTS = join(import.meta.dirname, '..', 'results');

const RUN: Record<Part, (context: BenchContext) => Promise<void>> = {
  throughput: benchThroughput,
  latency: benchLatency,
  isolation: benchIsolation,
  backlog: benchBacklog,
};

/** Runs the chosen parts, prints the tables and returns whether all bars were met. */
export async function runWebhookBenchmark(args: string[]): Promise<boolean> {
  const options = readOptions(args);
  mkdirSync(RESULTS, { recursive: true });
  const folder = mkdtempSync(join(RESULTS, 'work-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

  const startedAt = new Date().toISOString();
  const report: WebhookReport = { lines: [], figures: [], bars: [], samples: {} };
  const machine = describeMachine(folder);
  const say = (text: string) => process.stderr.write(`${text}\n`);
  say(machine);

  for (const engine of options.engines) {
    const databases = await openDatabases(engine, folder);
    try {
      for (const part of options.parts) {
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

  process.stdout.write(`\n${machine}\n\n${formatWebhookReport(report)}\n`);
  const file = join(RESULTS, `webhooks-${startedAt.replaceAll(':', '-').slice(0, 19)}.json`);
  writeFileSync(file, `${JSON.stringify({ startedAt, machine, options, ...report }, null, 2)}\n`);
  process.stdout.write(`\nAll samples: ${relative(process.cwd(), file)}\n`);
  return report.bars.every(({ passed }) => passed);
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

function describeMachine(folder: string): string {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  const disk = `${fileSystemOf(folder)}, ${syncMs(folder).toFixed(2)} ms for a durable write`;
  return `${availableParallelism()} x ${processor}, Node ${process.versions.node}, ${disk}`;
}
