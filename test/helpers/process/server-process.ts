import { vi } from 'vitest';
import { useForAll, useForEach } from '../hooks.ts';
import { freePort } from '../http/free-port.ts';
import { type Finished, type RunningProcess, startProcess } from './child-process.ts';

/** The parts of a response that these tests look at; which of them is there depends on the call. */
export interface ResponseBody {
  data: Record<string, unknown>;
  error: { code: string; message: string; details: Record<string, string[]> };
  status: string;
  message: string;
}

export interface CallResponse {
  status: number;
  headers: Headers;
  body: ResponseBody;
}

export interface ServerProcess extends RunningProcess {
  url: string;
  port: number;
  call(method: string, path: string, options?: { key?: string; body?: unknown }): Promise<CallResponse>;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Finished>;
}

export const PROGRAM_WITH_LONG_LIMITS = 'test/helpers/process/server-with-long-limits.js';

/** Ends a start that hangs; four nodes at once on a busy machine take their time. */
const START_TIMEOUT_MS = 150_000;

/** Starts the real server and waits until it responds. */
export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const server = await launchServer(env);
  await untilAnswers(server);
  return server;
}

/** A server for the tests of a group. */
export function useServer(env: () => Record<string, string>, signal?: NodeJS.Signals): ServerProcess {
  return useForAll(
    () => startServer(env()),
    (server) => server.stop(signal),
  );
}

/** A server for each test of a group, killed after it. */
export function useServerForEach(env: () => Record<string, string>): ServerProcess {
  return useForEach(
    () => startServer(env()),
    (server) => server.stop('SIGKILL'),
  );
}

/** As `startServer`, with longer limits of time: for tests of something else, which a pause of the machine must not end. */
export async function startServerWithLongLimits(env: Record<string, string>): Promise<ServerProcess> {
  const server = await launchServer(env, PROGRAM_WITH_LONG_LIMITS);
  await untilAnswers(server);
  return server;
}

/** Starts the real server without waiting for anything. */
export async function launchServer(
  env: Record<string, string>,
  program = 'src/main.js',
): Promise<ServerProcess> {
  // The default is the folder of whoever works in this checkout.
  if (env.DATA_DIR === undefined) throw new Error('A server of a test needs a DATA_DIR of its own');
  const port = env.PORT === undefined ? await freePort() : Number(env.PORT);
  const running = startProcess(process.execPath, [program], { ...env, PORT: String(port) });
  return overHttp(running, port);
}

export function overHttp(running: RunningProcess, port: number, host = 'localhost'): ServerProcess {
  const url = `http://${host}:${port}`;
  return {
    ...running,
    url,
    port,
    async call(method, path, { key, body } = {}) {
      const response = await fetch(url + path, {
        method,
        headers: {
          connection: 'close',
          ...(key === undefined ? {} : { 'x-api-key': key }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: JSON.parse(text) };
    },
    stop(signal = 'SIGTERM') {
      running.kill(signal);
      return running.ended;
    },
  };
}

export async function untilAnswers(server: ServerProcess): Promise<void> {
  let ending: Finished | undefined;
  server.ended.then((finished) => {
    ending = finished;
  });
  await vi.waitFor(
    async () => {
      if (ending === undefined) await server.call('GET', '/healthz');
    },
    { timeout: START_TIMEOUT_MS, interval: 25 },
  );
  if (ending !== undefined) throw new Error(`The server ended at once: ${ending.stderr}${ending.stdout}`);
}
