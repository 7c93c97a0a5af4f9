import { connect, type Socket } from 'node:net';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTTP_LIMITS } from '../../src/platform/http/limits.ts';
import { refuseWhenOverloaded, usedMemoryShare } from '../../src/platform/http/overload.ts';
import { startTestApp, type TestApp } from '../helpers/test-app.ts';

const LIMITS = {
  ...HTTP_LIMITS,
  headersMs: 300,
  silenceMs: 600,
  keepAliveMs: 300,
  checkMs: 50,
  connections: 6,
  underWay: 2,
};

let api: TestApp;
let port: number;
const sockets = new Set<Socket>();

beforeAll(async () => {
  api = await startTestApp({ limits: LIMITS });
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const address = api.app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await api.close();
});

/** A connection by hand, and everything that comes over it until it is closed. */
function open(text = ''): { socket: Socket; begun: Promise<string>; ended: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  sockets.add(socket);
  let received = '';
  const begun = new Promise<string>((resolve) => {
    socket.on('data', (chunk) => {
      received += String(chunk);
      resolve(received);
    });
  });
  const ended = new Promise<string>((resolve) => {
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      resolve(received);
    });
  });
  if (text !== '') socket.write(text);
  return { socket, begun, ended };
}

const PROBE = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
const ASK = 'GET /v1/ping HTTP/1.1\r\nHost: a\r\n\r\n';

/** Its body never comes to an end. */
function unfinished(key: string): string {
  return `POST /v1/photo-requests HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
}

describe('a slow client', () => {
  it('should be cut off when its headers do not come to an end', async () => {
    const { socket, ended } = open('GET /healthz HTTP/1.1\r\nX-Slow: ');
    // It keeps sending, so that it is not taken for silent.
    const drip = setInterval(() => socket.write('a'), 50);

    expect(await ended).toMatch(/^HTTP\/1\.1 4\d\d /);

    clearInterval(drip);
  });

  it('should be cut off when it falls silent in the middle of a body', async () => {
    const { live } = await api.createWorkspace();

    await open(unfinished(live.key)).ended;

    expect((await api.call('GET', '/v1/photo-requests', { key: live.key })).json().data).toEqual([]);
  });

  it('should be let go when it keeps a connection without using it', async () => {
    expect(await open(PROBE).ended).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('too many at once', () => {
  it('should close connections over the limit and go on serving those within it', async () => {
    const within = Array.from({ length: LIMITS.connections }, () => open(PROBE));
    expect(await Promise.all(within.map(({ begun }) => begun))).toHaveLength(LIMITS.connections);

    expect(await open(PROBE).ended).toBe('');

    for (const { socket } of within) socket.destroy();
    await Promise.all(within.map(({ ended }) => ended));
  });

  it('should refuse further requests with 503 and take them again afterwards', async () => {
    const { live } = await api.createWorkspace();
    const busy = Array.from({ length: LIMITS.underWay }, () => open(unfinished(live.key)));
    await expect.poll(async () => (await open(ASK).begun).split('\r\n')[0]).toContain('503');

    const refused = await open(ASK).begun;
    expect(refused).toMatch(/\r\nretry-after: 5\r\n/i);
    expect(refused).toMatch(/\r\nconnection: close\r\n/i);
    expect(refused).toMatch(/\r\nx-request-id: req_/i);
    expect(JSON.parse(refused.split('\r\n\r\n')[1] ?? '')).toEqual({
      error: {
        code: 'service_unavailable',
        message: 'The service is busy. Try again in a moment.',
        details: {},
      },
    });
    expect(await open(PROBE).begun).toMatch(/^HTTP\/1\.1 200 /);

    for (const { socket } of busy) socket.destroy();
    await expect.poll(async () => (await open(ASK).begun).split('\r\n')[0]).toContain('401');
  });

  it('should warn once and not for every call that is refused', () => {
    const warnings = api.logLines().filter(({ msg }) => String(msg).startsWith('Overloaded'));

    expect(warnings).toEqual([expect.objectContaining({ under_way: LIMITS.underWay })]);
  });
});

describe('memory', () => {
  it('should be known as a share of what there is', () => {
    expect(usedMemoryShare()).toBeGreaterThan(0);
    expect(usedMemoryShare()).toBeLessThan(1);
  });

  it('should leave room for a few calls when it runs short, and refuse the others', async () => {
    const app = fastify();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    refuseWhenOverloaded(app, {
      limits: { underWay: 100, memoryShare: 0.9 },
      log: { warn: () => {} },
      memoryShare: () => 0.95,
    });
    app.get('/', async () => {
      await released;
      return 'done';
    });
    // Sent at once: an injected call waits until somebody waits for it.
    const calls = Array.from({ length: 10 }, async () => app.inject('/'));
    const refused = (await Promise.all(calls.slice(4))).map(({ statusCode }) => statusCode);
    release();

    expect(refused).toEqual(Array(6).fill(503));
    expect((await Promise.all(calls.slice(0, 4))).map(({ statusCode }) => statusCode)).toEqual(
      Array(4).fill(200),
    );
    await app.close();
  });
});
