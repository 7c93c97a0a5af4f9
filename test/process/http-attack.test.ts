import { connect, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { createMigratedDatabase, useTestDatabase } from '../helpers/database/test-database.ts';
import { freePort } from '../helpers/http/free-port.ts';
import { startProcess } from '../helpers/process/child-process.ts';
import { overHttp, type ServerProcess, untilAnswers, useServer } from '../helpers/process/server-process.ts';

const ATTACKER = '127.0.0.66';
const HALF_SENT_HEADERS = 'GET /code HTTP/1.1\r\nX-Slow: ';

const sockets: Socket[] = [];
const testDatabase = useTestDatabase(() => createMigratedDatabase('sqlite'));
const server = useServer(() => ({ ...testDatabase.env, HOST: '127.0.0.1' }), 'SIGKILL');
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

/** Resolves when the bytes are on their way. */
function attack(text: string, { port }: ServerProcess = server): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER });
    sockets.push(socket);
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    socket.write(text, () => resolve());
  });
}

async function burst(text: string, target: ServerProcess): Promise<void> {
  await Promise.all(Array.from({ length: 300 }, () => attack(text, target)));
}

async function oneByOne(text: string, target: ServerProcess): Promise<void> {
  for (let i = 0; i < 200; i++) {
    await attack(text, target);
    // By then it has been read, so that its connection is in use when the next one comes.
    expect((await target.call('GET', '/healthz')).status).toBe(200);
  }
}

function halfSentBody(start: string): string {
  const type = start.endsWith('/code') ? 'application/x-www-form-urlencoded' : 'application/json';
  return `${start} HTTP/1.1\r\nHost: a\r\nX-Shutterpost: 1\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n{`;
}

/** Surfaces that refuse, and what the probe says of overload: on a busy disk it may find the storage late. */
async function refusals({ port }: ServerProcess = server): Promise<string[]> {
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const paths = ['/code', '/v1/ping', '/app/', '/app/api/options', '/photos/none.jpg'];
  const statuses = paths.map(async (path) => {
    const response = await get(path);
    await response.arrayBuffer();
    return { path, status: response.status };
  });
  const { problems = [] }: { problems?: string[] } = JSON.parse(await (await get('/readyz')).text());
  const refused = (await Promise.all(statuses)).filter(({ status }) => status >= 500);
  return [
    ...refused.map(({ path, status }) => `${path}: ${status}`),
    ...problems.filter((problem) => problem.startsWith('overload')),
  ];
}

it.each([
  ['bodies to the code entry', 'POST /code'],
  ['bodies to the capture page', 'POST /capture/sessions'],
  ['bodies to the web application', 'POST /app/api/sign-in'],
  ['bodies without a key', 'POST /v1/photo-requests'],
])('should keep serving others while one address holds 1,000 half-sent %s', async (_name, start) => {
  const text = halfSentBody(start);
  await Promise.all(Array.from({ length: 1_000 }, () => attack(text)));

  expect(await refusals()).toEqual([]);
});

it('should keep serving others while one address holds 3,000 connections with half-sent headers', async () => {
  await Promise.all(Array.from({ length: 3_000 }, () => attack(HALF_SENT_HEADERS)));

  expect(await refusals()).toEqual([]);
});

it.each([
  ['half-sent headers in a burst', (small: ServerProcess) => burst(HALF_SENT_HEADERS, small)],
  ['half-sent bodies', (small: ServerProcess) => oneByOne(halfSentBody('POST /code'), small)],
])(
  'should keep serving others when one address opens more connections than there are file handles, with %s',
  async (_name, attackAll) => {
    const fewHandles = await createMigratedDatabase('sqlite');
    const port = await freePort();
    const start = ['-c', 'ulimit -n 128 && exec "$0" src/main.js', process.execPath];
    const env = { ...fewHandles.env, HOST: '127.0.0.1', PORT: String(port) };
    const small = overHttp(startProcess('sh', start, env), port);
    await untilAnswers(small);
    await attackAll(small);

    expect(await refusals(small)).toEqual([]);
    await small.stop('SIGKILL');
    await fewHandles.drop();
  },
);
