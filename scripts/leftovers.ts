import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTemporaryFolder } from './temporary-folder.ts';

/** Where preparing the project writes. Everything else in the checkout is a leftover, `data/` above all. */
const DECLARED = ['node_modules/', '.toolchain/', '.preparing/', 'web/dist/', 'dist/'];
/** How long a process that was told to end may take. */
const PROCESS_END_MS = 10_000;

export interface LeftoverWatch {
  /** The folder for temporary files of the run; everything it starts must get it as TMPDIR. */
  temporary: string;
  /** Names what the run left behind, one sentence for each kind, and ends or deletes what is not in the checkout. */
  finish(processEndMs?: number): Promise<string[]>;
}

export function watchLeftovers(root: string): LeftoverWatch {
  const before = changedPaths(root);
  const temporary = createTemporaryFolder();
  // As /tmp itself: root runs PostgreSQL as another user.
  chmodSync(temporary, 0o1777);
  return {
    temporary,
    async finish(processEndMs = PROCESS_END_MS) {
      const processes = await remainingProcesses(temporary, processEndMs);
      for (const { id } of processes) end(id);
      const files = readdirSync(temporary);
      const after = changedPaths(root);
      rmSync(temporary, { recursive: true, force: true });
      return [
        before === undefined || after === undefined
          ? 'Git can’t tell what the test run changed in the checkout'
          : sentence(
              'changed the checkout',
              [...after.keys()].filter((path) => before.get(path) !== after.get(path)),
            ),
        sentence('left temporary files', files),
        sentence(
          'left processes running',
          processes.map(({ id, command }) => `${id} (${command})`),
        ),
      ].filter((text) => text !== '');
    },
  };
}

function sentence(what: string, names: string[]): string {
  return names.length === 0 ? '' : `The test run ${what}: ${names.join(', ')}`;
}

/** Changed, new and ignored paths, each with what tells a further change; undefined where Git does not tell. */
function changedPaths(root: string): Map<string, string> | undefined {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain', '--ignored', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) return undefined;
  const paths = stdout.split('\0').map((entry) => entry.slice(3));
  const changed = paths.filter((path) => path !== '' && !DECLARED.includes(path));
  return new Map(changed.map((path) => [path, stateOf(join(root, path))]));
}

/** When it, or each file in it, was last written, and its size. */
function stateOf(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) return `${found?.mtimeMs} ${found?.size}`;
  const names = readdirSync(path).toSorted();
  return names.map((name) => `${name} ${stateOf(join(path, name))}`).join();
}

interface Remaining {
  id: number;
  command: string;
}

async function remainingProcesses(temporary: string, patienceMs: number): Promise<Remaining[]> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const found = processesOf(temporary);
    if (found.length === 0 || performance.now() > deadline) return found;
    await delay(200);
  }
}

/** Where the system tells about processes (Linux): those that were given the folder, or work in it. */
function processesOf(temporary: string): Remaining[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => isOf(temporary, join('/proc', name)))
    .map((name) => ({ id: Number(name), command: commandOf(join('/proc', name)) }));
}

function isOf(temporary: string, folder: string): boolean {
  try {
    const environment = readFileSync(join(folder, 'environ'), 'utf8').split('\0');
    return (
      environment.includes(`TMPDIR=${temporary}`) || readlinkSync(join(folder, 'cwd')).startsWith(temporary)
    );
  } catch {
    // It has ended, or is another user's.
    return false;
  }
}

function commandOf(folder: string): string {
  try {
    return readFileSync(join(folder, 'cmdline'), 'utf8').split('\0').join(' ').trim().slice(0, 200);
  } catch {
    return 'ended meanwhile';
  }
}

function end(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
