import type { Engine } from '../../src/platform/db/database.ts';
import { atMost } from '../bars.ts';
import { type Databases, openDatabases } from '../databases.ts';
import type { Findings, Setting } from '../group.ts';
import { ENGINES, readOptions, someOf, wholeNumber, wholeNumbers } from '../options.ts';
import { type Column, emptyReport, engineColumn, formatFindings, type Report } from '../report.ts';
import { benchCallsWhileReminding } from './calls-while-reminding.ts';
import { benchDuplicates } from './duplicates.ts';
import { benchExpiry } from './expiry.ts';
import { footprint } from './footprint.ts';
import { benchHeavyWork } from './heavy-work.ts';
import { OPERATIONS } from './operations.ts';
import { benchReminders } from './reminders.ts';
import { addCurves } from './scale-curves.ts';
import { type Comparison, compare, type Ratio, type Summary, summarise } from './take-samples.ts';
import { deleteCreated, openWorld } from './world.ts';

/** The size that all others are held against. */
const REFERENCE = 1_000;
const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const GOAL = 1.3;
const PARTS = ['growth', 'expiry', 'reminders', 'heavy', 'duplicates'] as const;
const PHOTOS = 2_000_000;

export interface ScaleLine {
  engine: Engine;
  comparison: Comparison;
  summary: Summary;
}

/**
 * The same calls in a small database and in larger ones; calls while many requests expire, while reminders are sent, while
 * files are made and while much is erased; a picture among many.
 */
export async function runScaleBenchmark(args: string[], { folder, say }: Setting): Promise<Findings> {
  const options = readOptions(args, {
    only: someOf(PARTS),
    sizes: wholeNumbers(SIZES),
    rounds: wholeNumber(15),
    expiring: wholeNumber(50_000),
    reminders: wholeNumber(100_000),
    erased: wholeNumber(5_000),
    photos: wholeNumber(PHOTOS),
    engine: someOf(ENGINES),
  });
  if (options.sizes.some((size) => size < REFERENCE)) throw new Error(`--sizes must be ${REFERENCE} or more`);
  const report = emptyReport<ScaleLine>();
  for (const engine of options.engine) {
    const databases = await openDatabases(engine, folder);
    try {
      if (options.only.includes('growth')) await measureGrowth({ databases, folder, say, report }, options);
      if (options.only.includes('expiry'))
        await benchExpiry({ databases, folder, say, report, count: options.expiring });
      if (options.only.includes('reminders')) {
        await benchReminders({ databases, folder, say, report }, options);
        await benchCallsWhileReminding({ databases, folder, say, report }, options.reminders);
      }
      if (options.only.includes('heavy'))
        await benchHeavyWork({ databases, folder, say, report }, options.erased);
      if (options.only.includes('duplicates'))
        await benchDuplicates({ databases, folder, say, report }, options);
    } finally {
      await databases.close();
    }
  }
  if (options.only.includes('growth')) addCurves(report);
  return { options, text: formatFindings(report, COLUMNS), ...report, details: report };
}

async function measureGrowth(
  { report, ...setting }: Setting & { databases: Databases; report: Report<ScaleLine> },
  { sizes, rounds }: { sizes: number[]; rounds: number },
): Promise<void> {
  for (const size of sizes.toSorted((a, b) => a - b)) {
    const { lines, figures } = await measureSize(setting, size, rounds);
    report.lines.push(...lines);
    report.figures.push(...figures);
  }
  addBars(report, setting.databases.engine, Math.max(...sizes));
}

async function measureSize(
  { databases, folder, say }: Setting & { databases: Databases },
  size: number,
  rounds: number,
): Promise<Pick<Report<ScaleLine>, 'lines' | 'figures'>> {
  const { engine } = databases;
  const rows = size.toLocaleString('en');
  const started = performance.now();
  const small = await openWorld({ databases, folder }, `reference_${size}`, REFERENCE);
  const large = await openWorld({ databases, folder }, `scale_${size}`, size);
  say(`${engine}: ${rows} requests seeded in ${seconds(started)} s`);
  try {
    const figures = await footprint(large);
    const measuredFrom = performance.now();
    const found = await compare({ small, large }, OPERATIONS, { rounds, tidy: deleteCreated });
    say(`${engine}: ${rows} requests measured in ${seconds(measuredFrom)} s`);
    const lines = found.map((comparison) => ({ engine, comparison, summary: summarise(comparison) }));
    return { lines, figures };
  } finally {
    await small.close();
    await large.close();
  }
}

/** At the largest size; the smaller ones show on the curves. */
function addBars(report: Report<ScaleLine>, engine: Engine, size: number): void {
  const name = size.toLocaleString('en');
  for (const { comparison, summary } of report.lines.filter((line) => line.engine === engine)) {
    if (!comparison.hasBar || comparison.rows !== size) continue;
    const about = `${engine}: ${comparison.operation}, ${name} / 1,000 requests, median time`;
    report.bars.push(atMost(about, summary.ratio.median, GOAL));
  }
}

const COLUMNS: Column<ScaleLine>[] = [
  engineColumn,
  { heading: 'what', cell: ({ comparison }) => comparison.operation },
  { heading: 'rows', cell: ({ comparison }) => comparison.rows.toLocaleString('en') },
  { heading: 'p50 ms', cell: ({ summary }) => summary.large.p50Ms.toFixed(3) },
  { heading: 'at 1,000', cell: ({ summary }) => summary.small.p50Ms.toFixed(3) },
  { heading: 'ratio', cell: ({ summary }) => summary.ratio.median.toFixed(2) },
  { heading: 'in the rounds', cell: ({ summary }) => rangeOf(summary.ratio) },
  // PostgreSQL's share of the work is not in this process.
  {
    heading: 'of CPU',
    cell: ({ engine, summary }) => (engine === 'sqlite' ? summary.cpuRatio.median.toFixed(2) : ''),
  },
  { heading: 'p95 ms', cell: ({ summary }) => summary.large.p95Ms.toFixed(3) },
  { heading: 'at 1,000', cell: ({ summary }) => summary.small.p95Ms.toFixed(3) },
];

function rangeOf({ lowest, highest }: Ratio): string {
  return `${lowest.toFixed(2)} to ${highest.toFixed(2)}`;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}
