import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Finding } from '../../../src/photos/evidence/finding.ts';
import { freePort } from '../../helpers/http/free-port.ts';
import { runCli, startProcess } from '../../helpers/process/child-process.ts';
import { overHttp, type ServerProcess } from '../../helpers/process/server-process.ts';

/** A photo as the workspace gets to see it. */
export interface JudgedPhoto {
  id: string;
  slot_index: number;
  evidence: Finding[];
}

export interface Asked {
  id: string;
  /** What the customer's address ends with. */
  token: string;
}

/** The real server in a process of its own, with a workspace that asks for photos. */
export interface CorpusServer {
  /** What customers' links begin with: this server, or what stands before it. */
  url: string;
  now(): number;
  /** Sets the server's clock forward. */
  pass(milliseconds: number): void;
  ask(body?: object): Promise<Asked>;
  photosOf(requestId: string): Promise<JudgedPhoto[]>;
  stop(): Promise<void>;
}

const CLOCK = pathToFileURL(join(import.meta.dirname, 'movable-clock.js')).href;
/** More than are made. */
const CALLS = '1000000';

/** `publicPort`: where a relay listens that stands before the server. */
export async function startCorpusServer({
  publicPort,
}: {
  publicPort?: number;
} = {}): Promise<CorpusServer & { port: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-attacks-'));
  const clockFile = join(folder, 'clock');
  let ahead = 0;
  const tellTime = () => writeFileSync(clockFile, new Float64Array([ahead]));
  tellTime();
  const port = await freePort();
  const url = `http://127.0.0.1:${publicPort ?? port}`;
  const env = {
    ...{ DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url },
    // Customers come from addresses of their own, as through a proxy: how much one may do is tested elsewhere.
    ...{ TRUST_PROXY: '1', LOG_LEVEL: 'warn', MOVABLE_CLOCK_FILE: clockFile },
  };
  const server = overHttp(
    startProcess(process.execPath, ['--import', CLOCK, 'src/main.js'], env),
    port,
    '127.0.0.1',
  );
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilAnswers(server);
    const key = await createKey(env);
    return {
      port,
      url,
      now: () => Date.now() + ahead,
      pass(milliseconds) {
        ahead += milliseconds;
        tellTime();
      },
      async ask(body = {}) {
        const wanted = { instructions: 'Please photograph the damage.', ...body };
        const { data } = (await server.call('POST', '/v1/photo-requests', { key, body: wanted })).body;
        const address = String(data.request_url);
        return { id: String(data.id), token: address.slice(address.lastIndexOf('/') + 1) };
      },
      async photosOf(requestId) {
        const { data } = (await server.call('GET', `/v1/photo-requests/${requestId}`, { key })).body;
        return (data.items ?? []) as JudgedPhoto[];
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createKey(env: Record<string, string>): Promise<string> {
  const owner = ['--email', 'owner@example.com', '--password', 'three loud geese', '--plan', 'enterprise'];
  const { workspace_id } = await command(env, ['workspace', 'create', '--name', 'Corpus', ...owner]);
  const workspace = ['--workspace', workspace_id ?? ''];
  await command(env, ['workspace', 'set-limits', ...workspace, '--per-minute', CALLS, '--per-hour', CALLS]);
  const { key } = await command(env, ['key', 'create', ...workspace, '--env', 'live', '--name', 'Corpus']);
  return key ?? '';
}

async function command(env: Record<string, string>, args: string[]): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await runCli([...args, '--json'], env);
  if (code !== 0) throw new Error(`${args.slice(0, 2).join(' ')} failed: ${stdout}${stderr}`);
  return JSON.parse(stdout);
}

const POLL_MS = 25;
const START_LIMIT_MS = 60_000;

async function untilAnswers(server: ServerProcess): Promise<void> {
  let isOver = false;
  server.ended.then(() => {
    isOver = true;
  });
  for (const startedAt = performance.now(); performance.now() - startedAt < START_LIMIT_MS; ) {
    if (isOver) throw new Error(`The server ended at once: ${server.stderr()}${server.stdout()}`);
    const response = await server.call('GET', '/healthz').catch(() => undefined);
    if (response?.status === 200) return;
    await delay(POLL_MS);
  }
  throw new Error('The server never responded.');
}
