import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Finished, PROJECT_ROOT, runProcess } from './child-process.ts';

/** All that preparing the project looks at. */
const PREPARED_FROM = [
  'package.json',
  'package-lock.json',
  'scripts',
  'web',
  'docs/contents.json',
  'docs/guides',
  'docs/images',
  'packages/capture-element',
  'src/capture/pages',
  'src/linked.js',
  'src/pages',
  'src/shared',
  'src/webhooks/outbox/event-types.ts',
  'src/workspaces/plans.ts',
];
const LEFT_OUT = new Set([
  'node_modules',
  '.toolchain',
  '.git',
  'data',
  'bench',
  join('web', 'dist'),
  'dist',
]);

/** The project as someone has just cloned it, in a folder whose name has a space. */
export interface ProjectCopy {
  folder: string;
  path(...parts: string[]): string;
  /** Runs `scripts/prepare.mjs` with an npm that only writes down how it was called. */
  prepare(options?: { npm?: StubBehavior; nodeVersion?: string }): Promise<Finished>;
  /** How often the pages were built by the Vite that the stub leaves behind. */
  builds(): number;
  /** How the stub was called so far: its arguments but the loglevel, and where. */
  npmCalls(): { args: string[]; cwd: string }[];
  remove(): void;
}

export interface StubBehavior {
  /** Fails when its first argument is one of these. */
  fails?: string[];
  /** Also rewrites the lockfile, as `npm install` does. */
  writesLockfile?: boolean;
  /** Takes so long, and notes when another one runs meanwhile. */
  takesMs?: number;
  /** The Vite it leaves behind fails. */
  buildFails?: boolean;
}

export function copyProject({ isWhole = false } = {}): ProjectCopy {
  const home = mkdtempSync(join(tmpdir(), 'shutterpost-copy-'));
  const folder = join(home, 'a clone');
  for (const part of isWhole ? ['.'] : PREPARED_FROM)
    cpSync(join(PROJECT_ROOT, part), join(folder, part), {
      recursive: true,
      filter: (source) => !LEFT_OUT.has(relative(PROJECT_ROOT, source)),
    });
  const calls = join(home, 'npm-calls.jsonl');
  const builds = join(home, 'builds');
  const stub = join(home, 'npm.mjs');
  writeFileSync(stub, NPM_STUB);
  chmodSync(stub, 0o755);
  const oldNode = join(home, 'old-node.mjs');

  return {
    folder,
    path: (...parts) => join(folder, ...parts),
    prepare({ npm = {}, nodeVersion } = {}) {
      const imports: string[] = [];
      if (nodeVersion !== undefined) {
        const versions = `{ ...process.versions, node: '${nodeVersion}' }`;
        writeFileSync(oldNode, `Object.defineProperty(process, 'versions', { value: ${versions} });\n`);
        imports.push('--import', oldNode);
      }
      return runProcess(
        process.execPath,
        [...imports, 'scripts/prepare.mjs'],
        { npm_execpath: stub, STUB_CALLS: calls, STUB_BUILDS: builds, STUB_BEHAVIOR: JSON.stringify(npm) },
        { cwd: folder },
      );
    },
    builds: () => (existsSync(builds) ? readFileSync(builds, 'utf8').length : 0),
    npmCalls: () =>
      existsSync(calls)
        ? readFileSync(calls, 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
        : [],
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

const VITE_STUB = `
const { appendFileSync, mkdirSync } = require('node:fs');
if (JSON.parse(process.env.STUB_BEHAVIOR).buildFails) process.exit(1);
const config = process.argv.at(-1);
const out = config.endsWith('dashboard') ? '/../dist/app' : config.endsWith('docs') ? '/../dist/docs' : '/dist';
mkdirSync(config + out, { recursive: true });
appendFileSync(process.env.STUB_BUILDS, '.');
`;

const ROLLDOWN_STUB = `
const { mkdirSync } = require('node:fs');
exports.rolldown = async () => ({
  async write({ dir }) {
    mkdirSync(dir, { recursive: true });
    return { output: [] };
  },
});
`;

/** Leaves behind what the real npm would: a node_modules, and the wanted Node as a link to this one. */
const NPM_STUB = `
import { appendFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
const args = process.argv.slice(2).filter((arg) => !arg.startsWith('--loglevel'));
const behavior = JSON.parse(process.env.STUB_BEHAVIOR);
appendFileSync(process.env.STUB_CALLS, JSON.stringify({ args, cwd: process.cwd() }) + '\\n');
if (behavior.takesMs) {
  const running = process.env.STUB_CALLS + '.running';
  if (existsSync(running)) appendFileSync(process.env.STUB_CALLS, JSON.stringify({ args: ['at once'] }) + '\\n');
  writeFileSync(running, '');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, behavior.takesMs);
  rmSync(running);
}
if (args[0] === 'ci') rmSync('node_modules', { recursive: true, force: true });
if (behavior.fails?.includes(args[0])) process.exit(1);
mkdirSync('node_modules/vite/bin', { recursive: true });
writeFileSync('node_modules/vite/package.json', '{}');
writeFileSync('node_modules/vite/bin/vite.js', ${JSON.stringify(VITE_STUB)});
mkdirSync('node_modules/rolldown', { recursive: true });
writeFileSync('node_modules/rolldown/package.json', '{"main":"index.js"}');
writeFileSync('node_modules/rolldown/index.js', ${JSON.stringify(ROLLDOWN_STUB)});
if (behavior.writesLockfile) writeFileSync('package-lock.json', '{"lockfileVersion":3}');
const wanted = args.map((arg) => /^(node-[a-z]+-\\w+)@(.+)$/.exec(arg)).find((match) => match !== null);
if (wanted) {
  const folder = join('node_modules', wanted[1]);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'bin'), { recursive: true });
  symlinkSync(process.execPath, join(folder, 'bin', 'node'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: wanted[2] }));
}
`;
