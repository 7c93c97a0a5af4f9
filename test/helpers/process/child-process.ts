import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { join } from 'node:path';

export const PROJECT_ROOT = join(import.meta.dirname, '..', '..', '..');

export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Finished extends Ending {
  stdout: string;
  stderr: string;
}

/** A program of this project, started the way an operator would. */
export interface RunningProcess {
  pid: number;
  stdout(): string;
  stderr(): string;
  /** Resolves when it has ended and all it wrote was read. */
  ended: Promise<Finished>;
  /** Resolves once the text has been written to standard output. */
  untilPrinted(text: string | RegExp): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

/** Only what every program needs: a setting of whoever runs the tests must not reach the program under test. */
export function cleanEnvironment(env: Record<string, string> = {}): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  // Halves the start of a program; the server would use it anyway.
  const cache = { NODE_COMPILE_CACHE: join(PROJECT_ROOT, 'node_modules', '.cache', 'tests') };
  return { ...Object.fromEntries(kept), ...cache, ...env };
}

/** Whatever happens to the test run, nothing stays behind. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export function startProcess(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  options: Pick<SpawnOptions, 'cwd' | 'detached'> = {},
): RunningProcess {
  const child = spawn(command, args, {
    cwd: PROJECT_ROOT,
    ...options,
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);

  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const ended = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code, signal, stdout, stderr });
    });
  });

  return {
    pid: child.pid as number,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    untilPrinted: (text) => untilPrinted(child, () => stdout, text),
    kill: (signal) => {
      child.kill(signal);
    },
  };
}

function untilPrinted(child: ChildProcess, stdout: () => string, text: string | RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (typeof text === 'string' ? stdout().includes(text) : text.test(stdout())) resolve();
    };
    child.stdout?.on('data', look);
    child.once('close', () => reject(new Error(`It ended before it printed ${text}:\n${stdout()}`)));
    look();
  });
}

/** Runs a program to its end. */
export function runProcess(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  options: Pick<SpawnOptions, 'cwd'> = {},
): Promise<Finished> {
  return startProcess(command, args, env, options).ended;
}

/** One operator command. */
export function runCli(args: string[], env: Record<string, string>): Promise<Finished> {
  return runProcess(process.execPath, ['src/cli/main.js', ...args], env);
}
