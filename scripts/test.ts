import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { watchLeftovers } from './leftovers.ts';

interface Program {
  commands: string[];
  debian: string;
  homebrew?: string;
  isOptional?: boolean;
}

/**
 * Programs that the tests start beside what npm installs; any of `commands` will do. Without the headless shell most
 * browser tests take the whole Chromium, which only takes longer.
 */
const PROGRAMS: Program[] = [
  { commands: ['curl'], debian: 'curl', homebrew: 'curl' },
  { commands: ['redis-server', 'valkey-server'], debian: 'redis-server', homebrew: 'redis' },
  {
    commands: ['chromium', 'chromium-browser', 'google-chrome'],
    debian: 'chromium',
    homebrew: '--cask chromium',
  },
  { commands: ['chromium-headless-shell'], debian: 'chromium-headless-shell', isOptional: true },
  { commands: ['nginx'], debian: 'nginx', homebrew: 'nginx' },
  { commands: ['haproxy'], debian: 'haproxy', homebrew: 'haproxy' },
];
/** Languages of examples and SDKs, whose tests are part of the whole suite and say so where they are not run. */
const LANGUAGES: Program[] = [
  { commands: ['python3'], debian: 'python3', isOptional: true },
  { commands: ['php'], debian: 'php-cli php-curl', isOptional: true },
  { commands: ['go'], debian: 'golang-go', isOptional: true },
];

const BIOME = 'node_modules/@biomejs/biome/bin/biome';
const TSC = 'node_modules/typescript/bin/tsc';
const VITEST = 'node_modules/vitest/vitest.mjs';

/**
 * What a second run in the same checkout can break: tests that start the project's programs as users do, by npm too, and
 * so find what the first run left in the packages, the built pages and the caches. All other tests make what they use.
 */
const SECOND_RUN = ['cli-usage', 'server-idle', 'server-first-start', 'https', 'image', 'openapi'].map(
  (name) => `test/process/${name}.test.ts`,
);

let isInterrupted = false;

process.chdir(join(import.meta.dirname, '..'));
const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string' },
    full: { type: 'boolean' },
    whole: { type: 'boolean' },
    quick: { type: 'boolean' },
    again: { type: 'boolean' },
  },
  allowPositionals: true,
});
// What takes long, such as the API tests once more through several nodes.
if (values.full || positionals.some((name) => name.includes('cluster'))) process.env.TEST_FULL = '1';
// What CI runs; and whatever is named is run, wherever it belongs.
if (values.whole || positionals.length > 0) process.env.TEST_WHOLE = '1';
// An answer within a minute: no other programs, no types.
if (values.quick) process.env.TEST_QUICK = '1';
process.exitCode = values.only === 'check' ? await check() : await testEverything(positionals);

/** Side by side: types take one core each. */
async function check(): Promise<number> {
  const others = [
    () => step('Format and lint', [BIOME, 'check', '.']),
    () => step('Order of the folders', ['scripts/check-order.ts']),
    () => step('Place of the SQL', ['scripts/check-sql.ts']),
    () => step('Types of the pages', [TSC, '--noEmit', '-p', 'web']),
    () => step('Types of the web application', [TSC, '--noEmit', '-p', 'web/dashboard']),
    () => step('Types of the SDK', [TSC, '--noEmit', '-p', 'packages/typescript']),
    () => step('Types of the nodes for n8n', [TSC, '--noEmit', '-p', 'packages/n8n']),
  ];
  const types = step('Types', [TSC, '--noEmit', '-p', '.']);
  let code = 0;
  for (const other of others) code ||= await other();
  return (await types) || code;
}

/** Ends with the totals alone on a line, so that a person and a machine both find them. */
async function testEverything(only: string[]): Promise<number> {
  if (!values.quick && !providePrograms()) return 1;
  const isSound = values.quick || (await check()) === 0;
  const totals = isSound ? await runTests(only) : { passed: 0, failed: 1 };
  if (values.again && totals.passed > 0 && !isInterrupted) {
    const again = await runTests(SECOND_RUN);
    totals.passed += again.passed;
    totals.failed += again.failed;
  }
  say(`\n${totals.passed} passed, ${totals.failed} failed`);
  return totals.failed === 0 && totals.passed > 0 ? 0 : 1;
}

interface Totals {
  passed: number;
  failed: number;
}

/** Whatever the tests leave behind counts as a failure: it could break the next run. */
async function runTests(only: string[]): Promise<Totals> {
  const leftovers = watchLeftovers(process.cwd());
  const totals = await runVitest(only, leftovers.temporary);
  const found = await leftovers.finish();
  for (const text of found) say(`\n${text}`);
  if (found.length === 0) say('\nThe checkout is as it was; no temporary file and no process is left.');
  return { passed: totals.passed, failed: totals.failed + found.length };
}

async function runVitest(only: string[], temporary: string): Promise<Totals> {
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-report-'));
  const report = join(folder, 'report.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...only];
  try {
    const code = await step('Tests', [VITEST, ...args], { ...process.env, TMPDIR: temporary });
    return existsSync(report)
      ? countResults(JSON.parse(readFileSync(report, 'utf8')), code)
      : { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/** A file that did not even load, or an error outside of every test, is a failure that no test counts. */
function countResults(report: Report, code: number): Totals {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((result) => result.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}

/** A signal meant for the whole run must reach the part that runs at the moment. */
function step(headline: string, args: string[], env = process.env): Promise<number> {
  say(`\n== ${headline}`);
  const child: ChildProcess = spawn(process.execPath, args, { stdio: 'inherit', env });
  const pass = (signal: NodeJS.Signals) => {
    isInterrupted = true;
    child.kill(signal);
  };
  process.on('SIGTERM', pass).on('SIGINT', pass);
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      process.off('SIGTERM', pass).off('SIGINT', pass);
      resolve(code ?? 1);
    });
  });
}

function providePrograms(): boolean {
  const wanted = values.whole || values.full ? [...PROGRAMS, ...LANGUAGES] : PROGRAMS;
  const missing = wanted.filter((program) => !program.commands.some(isOnPath));
  if (missing.length === 0) return true;

  const names = missing.flatMap((program) => program.debian.split(' '));
  if (process.getuid?.() === 0 && isOnPath('apt-get')) {
    say(`\n== Installing ${names.join(' and ')}`);
    aptGet(['update']);
    aptGet(['install', '--no-install-recommends', '--yes', ...names]);
  }
  const stillMissing = missing.filter((program) => !program.isOptional && !program.commands.some(isOnPath));
  if (stillMissing.length === 0) return true;

  say(
    `\nThe tests need ${stillMissing.map((program) => program.commands.join(' or ')).join(', and ')} on the PATH.`,
  );
  say(
    `  Debian, Ubuntu:  sudo apt-get update && sudo apt-get install --no-install-recommends ${stillMissing.map((program) => program.debian).join(' ')}`,
  );
  for (const program of stillMissing) say(`  macOS:           brew install ${program.homebrew}`);
  return false;
}

function aptGet(args: string[]): void {
  // RUNLEVEL=1 keeps Debian from starting what it installs as a service: the tests start their own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Debian keeps servers in a folder that is on the PATH of root alone. */
function isOnPath(command: string): boolean {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.some((folder) => existsSync(join(folder, command)));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
