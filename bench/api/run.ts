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
import { type BenchContext, createContext, type Options, PARTS } from './bench-context.ts';
import { benchMemory, benchStart } from './start-and-memory.ts';
import { benchGet, benchList, benchPost } from './throughput.ts';

const RUN: Record<Options['only'][number], (context: BenchContext) => Promise<void>> = {
  get: benchGet,
  post: benchPost,
  list: benchList,
  memory: benchMemory,
  start: benchStart,
};

/** The API beside bare routes. */
export async function runApiBenchmark(args: string[], { folder, say }: Setting): Promise<Findings> {
  const options: Options = readOptions(args, {
    rows: wholeNumber(1_000_000),
    seconds: wholeNumber(1),
    rounds: wholeNumber(15),
    only: someOf(PARTS),
    engine: someOf(ENGINES),
  });
  const report: Report = emptyReport<Line>();
  for (const engine of options.engine) {
    const databases = await openDatabases(engine, folder);
    say(databases.description);
    const context = createContext({ options, folder, databases, report, say });
    try {
      for (const part of options.only) await RUN[part](context);
    } finally {
      await databases.close();
    }
  }
  const { name, rate, cpu, times, memory } = loadColumns<Sample>({
    atOnce: 'conn',
    unit: 'request',
    digits: { perSecond: 0, cpuMs: 3, ms: 2 },
  });
  const columns = [engineColumn, ...name, ...rate, ...cpu, ...times, ...memory, busyColumn('client')];
  return { options, text: formatFindings(report, columns), ...report, details: report };
}
