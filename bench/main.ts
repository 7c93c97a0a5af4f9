import { join, relative } from 'node:path';
import { runApiBenchmark } from './api/run.ts';
import { formatBars } from './bars.ts';
import { runCaptureBenchmark } from './capture/run.ts';
import { drawCurves } from './charts/draw-curves.ts';
import { runEvidenceBenchmark } from './evidence/run.ts';
import { describeMachine, type Findings, type Group, runGroup } from './group.ts';
import { UsageError } from './options.ts';
import { runPagesBenchmark } from './pages/run.ts';
import { runPeersBenchmark } from './peers/run.ts';
import { keepResults, readCurves } from './results.ts';
import { runScaleBenchmark } from './scale/run.ts';
import { runWebhookBenchmark } from './webhooks/run.ts';

const GROUPS: Record<string, Group> = {
  api: runApiBenchmark,
  capture: runCaptureBenchmark,
  evidence: runEvidenceBenchmark,
  pages: runPagesBenchmark,
  webhooks: runWebhookBenchmark,
  scale: runScaleBenchmark,
};

/** Only by their name: they install something. */
const OPTIONAL: Record<string, Group> = { peers: runPeersBenchmark };

/** Whether everything works, in a few minutes; the figures are worth nothing. */
const QUICK: Record<string, string[]> = {
  api: ['--only', 'get,post,list,memory', '--rows', '2000', '--rounds', '2'],
  capture: ['--only', '1,8', '--rounds', '1', '--seconds', '1'],
  evidence: ['--rounds', '1'],
  pages: ['--rounds', '1', '--rows', '200'],
  webhooks: ['--only', 'throughput,latency', '--rounds', '1', '--seconds', '1'],
  scale: [
    '--sizes',
    '1000,4000',
    '--rounds',
    '2',
    '--expiring',
    '2000',
    '--reminders',
    '2000',
    '--erased',
    '500',
    '--photos',
    '4000',
  ],
};

const PICTURES = join(import.meta.dirname, '..', 'docs', 'images', 'bench');

// Ends the servers that were started and deletes their data: both hang on the process's exit.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
try {
  process.exit(await run(process.argv.slice(2)));
} catch (error) {
  const { message, stack } = error as Error;
  process.stderr.write(`${error instanceof UsageError ? message : stack}\n`);
  process.exit(2);
}

async function run([name, ...args]: string[]): Promise<number> {
  if (name === undefined) return measureAll('all', {});
  if (name === '--quick') return measureAll('quick', QUICK);
  if (name === 'curves' && args.length > 0) return draw(args);
  if (groupOf(name) !== undefined) return measure(name, { [name]: args });
  process.stderr.write(
    `Usage: npm run bench [-- --quick | -- ${Object.keys({ ...GROUPS, ...OPTIONAL }).join('|')} [options] | -- curves FILE...]\n`,
  );
  return 2;
}

function groupOf(name: string): Group | undefined {
  return GROUPS[name] ?? OPTIONAL[name];
}

async function measureAll(name: 'all' | 'quick', args: Record<string, string[]>): Promise<number> {
  const everything = Object.fromEntries(Object.keys(GROUPS).map((group) => [group, args[group] ?? []]));
  return measure(name, everything);
}

/** Runs these groups one after the other; 0 when all bars were met, 1 otherwise. */
async function measure(name: string, chosen: Record<string, string[]>): Promise<number> {
  const startedAt = new Date();
  const machine = describeMachine();
  process.stderr.write(`${machine}\n`);
  const found: Record<string, Findings> = {};
  for (const [group, args] of Object.entries(chosen)) {
    const findings = await runGroup(groupOf(group) as Group, args);
    found[group] = findings;
    process.stdout.write(`\n${group}\n\n${findings.text}\n`);
  }
  const groups = Object.entries(found).map(([group, { bars }]) => ({ name: group, bars }));
  const hasBars = groups.some(({ bars }) => bars.length > 0);
  process.stdout.write(`\n${machine}\n${hasBars ? `\n${formatBars(groups)}\n` : ''}`);
  const file = keepResults({ name, startedAt, machine, found });
  process.stdout.write(`\nAll samples: ${relative(process.cwd(), file)}\n`);
  if (name === 'all') draw([file]);
  return groups.every(({ bars }) => bars.every(({ passed }) => passed)) ? 0 : 1;
}

function draw(files: string[]): number {
  for (const picture of drawCurves(files.flatMap(readCurves), PICTURES)) {
    process.stdout.write(`Drawn: ${relative(process.cwd(), picture)}\n`);
  }
  return 0;
}
