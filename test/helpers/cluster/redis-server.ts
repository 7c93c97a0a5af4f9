import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../http/free-port.ts';

export interface RedisServer {
  url: string;
  /** Starts it again on the same port, empty. */
  start(): Promise<void>;
  /** SIGSTOP makes it hang. */
  signal(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/** A port where a Redis can be started and stopped at will; nothing runs there yet. */
export async function prepareRedis(): Promise<RedisServer> {
  const program = findProgram();
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-redis-'));
  let server: ChildProcess | undefined;
  const kill = () => server?.kill('SIGKILL');

  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      mkdirSync(folder, { recursive: true });
      const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
      server = spawn(program, [...options, '--dir', folder], { stdio: 'ignore' });
      process.once('exit', kill);
      await untilItAnswers(port, server);
    },
    signal(signal) {
      server?.kill(signal);
    },
    async stop() {
      process.off('exit', kill);
      const running = server;
      server = undefined;
      if (running !== undefined && running.exitCode === null) {
        const ended = new Promise((resolve) => running.once('exit', resolve));
        running.kill('SIGKILL');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findProgram(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const name of ['redis-server', 'valkey-server']) {
    const found = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (found !== undefined) return found;
  }
  throw new Error(
    'The rate-limit tests need a Redis or Valkey server, and neither redis-server nor valkey-server is on the PATH. ' +
      'Install one, for example by "apt-get install redis-server", "dnf install valkey" or "brew install redis".',
  );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function untilItAnswers(port: number, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (server.exitCode !== null) throw new Error(`Redis ended at once with code ${server.exitCode}`);
    if (await responses(port)) return;
    await delay(50);
  }
  throw new Error('Redis did not answer within 10 s');
}

function responses(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(String(data).startsWith('+PONG'));
    });
    socket.once('error', () => resolve(false));
  });
}
