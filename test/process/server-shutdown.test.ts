import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, useTestDatabaseForEach } from '../helpers/database/test-database.ts';
import { freePort } from '../helpers/http/free-port.ts';
import { startProcess } from '../helpers/process/child-process.ts';
import { openPremises } from '../helpers/process/operator.ts';
import {
  overHttp,
  type ServerProcess,
  startServer,
  startServerWithLongLimits,
  untilAnswers,
} from '../helpers/process/server-process.ts';
import { waitUntil } from '../helpers/wait-until.ts';

describe('stopping the server', () => {
  let key: string;
  let server: ServerProcess | undefined;
  const sockets: Socket[] = [];
  const testDatabase = useTestDatabaseForEach(() => createTestDatabase('sqlite'));
  beforeEach(async () => {
    const premises = await openPremises(testDatabase);
    ({ key } = await premises.createKey(await premises.createWorkspace()));
    await premises.close();
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await server?.stop('SIGKILL');
  });

  const start = async () => {
    server = await startServer(testDatabase.env);
    return server;
  };

  /** One that waits for the rest of a body for longer than this test may pause. */
  const startWithLongLimits = async () => {
    server = await startServerWithLongLimits(testDatabase.env);
    return server;
  };

  /** Sends a POST but for the second half of its body. */
  async function startSlowCall(port: number): Promise<SlowCall> {
    const body = JSON.stringify({ instructions: 'Photograph the door, slowly.' });
    const socket = connect(port, 'localhost');
    sockets.push(socket);
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
    });
    const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
    socket.on('error', () => {});
    const head = [
      'POST /v1/photo-requests HTTP/1.1',
      'Host: localhost',
      `X-API-Key: ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      '',
    ].join('\r\n');
    await new Promise<void>((resolve) => socket.write(head + body.slice(0, 20), () => resolve()));
    return { finish: () => socket.write(body.slice(20)), received: () => received, closed };
  }

  /** The server has begun the call once the key’s first use is written down. */
  async function untilKeyWasUsed(): Promise<void> {
    const premises = await openPremises(testDatabase);
    await waitUntil(async () => {
      const keys = await premises.database.reader.selectFrom('api_keys').select('last_used_at').execute();
      expect(keys[0]?.last_used_at).not.toBeNull();
    });
    await premises.close();
  }

  /** So that many calls may be made. */
  async function unlimit(): Promise<void> {
    const premises = await openPremises(testDatabase);
    const perMinute = 1_000_000;
    await premises.database.write((trx) =>
      trx.updateTable('workspaces').set({ rate_per_minute: perMinute, rate_per_hour: perMinute }).execute(),
    );
    await premises.close();
  }

  it('should end with 0 on SIGTERM when nothing runs', async () => {
    const { stop } = await start();
    expect(await stop()).toMatchObject({ code: 0, signal: null });
  });

  it('should end with 0 on SIGINT', async () => {
    const { stop } = await start();
    expect(await stop('SIGINT')).toMatchObject({ code: 0, signal: null });
  });

  it('should end with 0 when the signal comes with the first response of the first start', async () => {
    const empty = await createTestDatabase('sqlite');
    server = await startServer(empty.env);
    expect(await server.stop()).toMatchObject({ code: 0, signal: null });
    await empty.drop();
  });

  it('should finish a call that runs, refuse new ones, and end with 0', async () => {
    const { port, kill, untilPrinted, ended } = await startWithLongLimits();
    const slow = await startSlowCall(port);
    await untilKeyWasUsed();
    kill('SIGTERM');
    await untilPrinted('"stopping"');
    await waitUntil(() => expect(canConnect(port)).resolves.toBe(false));
    expect(slow.received()).toBe('');

    slow.finish();
    const response = await slow.closed;
    expect(response).toMatch(/^HTTP\/1\.1 201 /);
    expect(response).toMatch(/\r\nconnection: close\r\n/i);
    expect(await ended).toMatchObject({ code: 0, signal: null });

    const id = /"id":"(req_\w+)"/.exec(response)?.[1] ?? '';
    server = await startServer(testDatabase.env);
    expect((await server.call('GET', `/v1/photo-requests/${id}`, { key })).status).toBe(200);
  });

  it('should respond to no call with 500, also when its client is gone, and lose none that it said yes to', async () => {
    const { port, kill, ended } = await start();
    const agents = Array.from({ length: 16 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const statuses: number[] = [];
    const ids: string[] = [];
    const body = JSON.stringify({ instructions: 'Photograph the door.' });
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    let isStopping = false;
    const callUntilClosed = async (agent: Agent) => {
      for (;;) {
        const response = await send({ host: 'localhost', port, agent, headers }, body).catch(() => undefined);
        if (response === undefined) return;
        statuses.push(response.status);
        if (response.status === 201) ids.push(response.id);
        if (!isStopping && ids.length > 100) {
          isStopping = true;
          for (let i = 0; i < 50; i++)
            sendAndLeave(port, { ...headers, 'content-length': body.length }, body);
          kill('SIGTERM');
        }
      }
    };
    await unlimit();
    await Promise.all(agents.map(callUntilClosed));
    const finished = await ended;

    expect([...new Set(statuses)].filter((status) => status !== 201 && status !== 503)).toEqual([]);
    expect(finished.code).toBe(0);
    expect(finished.stdout).not.toContain('destroyed');
    const premises = await openPremises(testDatabase);
    const rows = await premises.database.reader.selectFrom('photo_requests').select('id').execute();
    await premises.close();
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });

  it('should close connections that only stay open, whether or not a call still runs', async () => {
    const { port, stop } = await startWithLongLimits();
    const closed: string[] = [];
    const open = async (name: string) => {
      const socket = connect(port, 'localhost').on('error', () => {});
      sockets.push(socket);
      await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
      const end = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      return { socket, closed: end.then(() => closed.push(name)) };
    };
    const unused = await open('unused');
    const idle = await open('idle');
    idle.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await new Promise((resolve) => idle.socket.once('data', resolve));
    const slow = await startSlowCall(port);
    const responded = slow.closed.then(() => closed.push('call'));
    await untilKeyWasUsed();
    const stopped = stop();
    await Promise.all([unused.closed, idle.closed]);
    slow.finish();
    await responded;
    // Any limit of theirs is longer than a stop waits for the rest of a body.
    expect(closed.indexOf('call')).toBe(2);
    expect(await stopped).toMatchObject({ code: 0 });
  });

  it('should end at once on a second signal', async () => {
    const { port, kill, untilPrinted, ended } = await startWithLongLimits();
    await startSlowCall(port);
    await untilKeyWasUsed();
    kill('SIGTERM');
    await untilPrinted('"stopping"');
    kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 1, signal: null });
  });

  it('should end with 0 although a client does not send the rest of its body', async () => {
    const { port, kill, ended } = await start();
    const slow = await startSlowCall(port);
    await untilKeyWasUsed();
    kill('SIGTERM');
    const finished = await ended;
    expect(finished).toMatchObject({ code: 0, signal: null });
    expect(finished.stdout).toContain('"stopped"');
    expect(await slow.closed).toBe('');
  });

  it('should stop the server when npm start is told to', async () => {
    const port = await freePort();
    const npm = startProcess(
      'npm',
      ['start'],
      { ...testDatabase.env, PORT: String(port) },
      { detached: true },
    );
    server = overHttp(npm, port);
    await untilAnswers(server);
    expect(isRunning(npm.pid)).toBe(true);
    npm.kill('SIGTERM');
    await npm.ended;
    await waitUntil(() => expect(isRunning(npm.pid)).toBe(false));
    expect(await canConnect(port)).toBe(false);
    expect(npm.stdout()).toContain('"stopped"');
  });
});

function send(
  to: { host: string; port: number; agent: Agent; headers: Record<string, string> },
  body: string,
): Promise<{ status: number; id: string }> {
  return new Promise((resolve, reject) => {
    const call = request({ ...to, method: 'POST', path: '/v1/photo-requests' }, async (response) => {
      const parsed = JSON.parse(await text(response));
      resolve({ status: response.statusCode ?? 0, id: parsed.data?.id ?? '' });
    });
    call.once('error', reject);
    call.end(body);
  });
}

/** A whole call, whose client does not wait for the response. */
function sendAndLeave(port: number, headers: Record<string, string | number>, body: string): void {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const socket = connect(port, 'localhost').on('error', () => {});
  socket.write(`POST /v1/photo-requests HTTP/1.1\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}

interface SlowCall {
  finish(): void;
  received(): string;
  /** All that was received, once the server closed the connection. */
  closed: Promise<string>;
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, 'localhost');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Whether any process of the group is left. */
function isRunning(processGroup: number): boolean {
  try {
    process.kill(-processGroup, 0);
    return true;
  } catch {
    return false;
  }
}
