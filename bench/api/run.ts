import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join, relative } from 'node:path';
import { fileSystemOf, syncMs } from '../disk.ts';
import { type BenchContext, createContext } from './bench-context.ts';
import { openDatabases } from './databases.ts';
import { type Part, readOptions } from './options.ts';
import { formatReport, type Report } from './report.ts';
import { benchMemory, benchStart } from './start-and-memory.ts';
import { benchGet, benchList, benchPost } from './throughput.ts';

/** Git-ignored, and on a real disk even where the folder for temporary files lives in memory. */
const RESULTS = join(import.meta.dirname, '..', 'results');

const RUN: Record<Part, (context: BenchContext) => Promise<void>> = {
  get: benchGet,
  post: benchPost,
  list: benchList,
  memory: benchMemory,
  start: benchStart,
};

/** Runs the chosen parts, prints the table and returns whether all bars were met. */
export async function runApiBenchmark(args: string[]): Promise<boolean> {
  const options = readOptions(args);
  mkdirSync(RESULTS, { recursive: true });
  const folder = mkdtempSync(join(RESULTS, 'work-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

  const startedAt = new Date().toISOString();
  const report: Report = { lines: [], figures: [], bars: [] };
  const machine = describeMachine(folder);
  const say = (text: string) => process.stderr.write(`${text}\n`);
  say(machine);

  for (const engine of options.engines) {
    const databases = await openDatabases(engine, folder);
    say(databases.description);
    const context = createContext({ options, folder, databases, report, say });
    try {
      for (const part of options.parts) await RUN[part](context);
    } finally {
      await databases.close();
    }
  }

  process.stdout.write(`\n${machine}\n\n${formatReport(report)}\n`);
  const file = join(RESULTS, `api-${startedAt.replaceAll(':', '-').slice(0, 19)}.json`);
  writeFileSync(file, `${JSON.stringify({ startedAt, machine, options, ...report }, null, 2)}\n`);
  process.stdout.write(`\nAll samples: ${relative(process.cwd(), file)}\n`);
  return report.bars.every(({ passed }) => passed);
}

function describeMachine(folder: string): string {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  const disk = `${fileSystemOf(folder)}, ${syncMs(folder).toFixed(2)} ms for a durable write`;
  return `${availableParallelism()} x ${processor}, Node ${process.versions.node}, ${disk}`;
}
