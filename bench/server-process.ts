import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import packageJson from '../package.json' with { type: 'json' };
import { freePort } from '../test/helpers/http/free-port.ts';

export const PROJECT_ROOT = join(import.meta.dirname, '..');

const POLL_MS = 5;
const START_LIMIT_MS = 30_000;

export interface ServerProcess {
  processId: number;
  url: string;
  /** From spawning the process to its first response. */
  startedInMs: number;
  stop(): Promise<void>;
}

export interface Program {
  command: string;
  args: string[];
  env: Record<string, string>;
  /** Both outputs go there, as they would to a log collector. */
  logFile: string;
}

/** What `npm start` runs once everything is prepared. */
const START_ARGUMENTS = (packageJson.scripts.start.split(' node ')[1] ?? '').split(' ');

/** The service itself, as an operator runs it. */
export function service(env: Record<string, string>, logFile: string): Program {
  return {
    command: process.execPath,
    args: START_ARGUMENTS,
    env: {
      NODE_ENV: 'production',
      SECRET_KEY: 'a key that only the benchmark uses',
      LOG_LEVEL: 'info',
      // The sweep deletes photos too, as it does where they are not kept.
      UNSENT_PHOTO_DAYS: '0',
      ...env,
    },
    logFile,
  };
}

/** Starts the program on a free port and waits until it responds. */
export async function startProcess(program: Program): Promise<ServerProcess> {
  const port = await freePort();
  const log = openSync(program.logFile, 'a');
  const started = performance.now();
  const child = spawn(program.command, program.args, {
    cwd: PROJECT_ROOT,
    env: { ...inherited(), HOST: '127.0.0.1', PORT: String(port), ...program.env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  // npm passes this signal on to the server behind it; it could not pass on a SIGKILL.
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);

  const url = `http://127.0.0.1:${port}`;
  while (!(await responds(`${url}/healthz`))) {
    if (child.exitCode !== null) {
      throw new Error(`${program.args.join(' ')} ended with code ${child.exitCode}; see ${program.logFile}`);
    }
    if (performance.now() - started > START_LIMIT_MS)
      throw new Error(`${program.args.join(' ')} never responded`);
    await delay(POLL_MS);
  }
  const startedInMs = performance.now() - started;

  return {
    processId: child.pid as number,
    url,
    startedInMs,
    async stop() {
      await ended(child);
      process.off('exit', kill);
    },
  };
}

/** Settings of the shell, such as a DATABASE_URL, must not reach the servers that are compared. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

function responds(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
    }).once('error', () => resolve(false));
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
