import { runApiBenchmark } from './api/run.ts';
import { runCaptureBenchmark } from './capture/run.ts';
import { runWebhookBenchmark } from './webhooks/run.ts';

/** Each takes its own options, ending in whether all of its bars were met. */
const GROUPS: Record<string, (args: string[]) => Promise<boolean>> = {
  api: runApiBenchmark,
  capture: runCaptureBenchmark,
  webhooks: runWebhookBenchmark,
};

const [name = '', ...args] = process.argv.slice(2);
const group = GROUPS[name];
if (group === undefined) {
  process.stderr.write(`Usage: npm run bench -- ${Object.keys(GROUPS).join('|')} [options]\n`);
  process.exit(2);
}

// Ends the servers that were started and removes their data: both hang on the process's exit.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
try {
  const passed = await group(args);
  process.exit(passed ? 0 : 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(2);
}
