import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHealth, type Health } from '../../src/platform/health.ts';
import { createTraceError } from '../../src/platform/http/error-body.ts';
import { createErrorHandler } from '../../src/platform/http/error-handler.ts';
import { HTTP_LIMITS, type HttpLimits } from '../../src/platform/http/limits.ts';
import { refuseWhenOverloaded } from '../../src/platform/http/overload.ts';

const LARGE = Buffer.alloc(32 * 1024 * 1024);

let app: FastifyInstance;
let health: Health;
let metered: string[];
const sockets: Socket[] = [];
beforeEach(() => {
  app = fastify();
  app.setErrorHandler(createErrorHandler(createTraceError('https://photos.example.com')));
  health = createHealth({});
  metered = [];
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

function guard(limits: Partial<HttpLimits>, deps: { memoryShare?: () => number } = {}): void {
  refuseWhenOverloaded(app, {
    limits: { ...HTTP_LIMITS, ...limits },
    log: { warn: () => {} },
    health,
    metrics: {
      callRefused: (surface, reason) => metered.push(`refused ${surface} ${reason}`),
      callCut: (surface, reason) => metered.push(`cut ${surface} ${reason}`),
    },
    ...deps,
  });
}

function roomsOf(size: number): HttpLimits['rooms'] {
  return { v1: size, customer: size, app: size, photos: size, live: size };
}

/** A client that asks, and reads no more than the system takes in for it. */
function askWithoutReading(path: string): Promise<void> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').pause();
  sockets.push(socket.on('error', () => {}));
  return new Promise((resolve) => socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`, () => resolve()));
}

it('should tell probes which surface is full, and that the service is not ready when all of them are', async () => {
  guard({ rooms: roomsOf(1) });
  const released = Promise.withResolvers<void>();
  app.get('/*', () => released.promise);
  const call = async (path: string) => app.inject(path);

  const calls = [call('/v1/ping'), call('/code'), call('/app/'), call('/photos/a.jpg')];
  await expect
    .poll(() => health.findWarnings())
    .toEqual(['overload_v1', 'overload_customer', 'overload_app', 'overload_photos']);
  expect(await health.findProblems()).toEqual(['overload']);

  released.resolve();
  await Promise.all(calls);
  expect([await health.findProblems(), await health.findWarnings()]).toEqual([[], []]);
});

it('should not cut off a call from inside the process, which sends nothing slowly', async () => {
  guard({ rooms: roomsOf(1), addressShare: 1, displaceAfterMs: 0, bodyMs: 0, checkMs: 1 });
  const released = Promise.withResolvers<void>();
  app.post('/v1/*', async () => {
    await released.promise;
    return 'done';
  });
  const first = app.inject({ method: 'POST', url: '/v1/first', payload: {} });
  await expect.poll(() => health.findWarnings()).toEqual(['overload_v1']);

  const second = await app.inject({ method: 'POST', url: '/v1/second', payload: {} });
  released.resolve();
  expect([second.statusCode, (await first).body, metered]).toEqual([503, 'done', ['refused v1 room']]);
});

describe('clients that do not read their response', () => {
  beforeEach(() => {
    app.get('/photos/large.jpg', async () => LARGE);
    app.get('/photos/small.jpg', async () => 'small');
  });

  it('should give way when there is no room left for others', async () => {
    guard({ rooms: roomsOf(4), addressShare: 1, displaceAfterMs: 0 });
    await app.listen({ host: '127.0.0.1', port: 0 });
    await Promise.all(Array.from({ length: 4 }, () => askWithoutReading('/photos/large.jpg')));
    await expect.poll(() => health.findWarnings()).toEqual(['overload_photos']);

    expect((await app.inject('/photos/small.jpg')).statusCode).toBe(200);
    expect(metered).toEqual(['cut photos displaced']);
  });

  it('should take up no more than the share of their address, on every surface', async () => {
    guard({ rooms: roomsOf(4), addressShare: 0.5, displaceAfterMs: Number.POSITIVE_INFINITY });
    let sent = 0;
    app.addHook('onSend', async () => {
      sent += 1;
    });
    app.get('/app/large.js', async () => LARGE);
    app.get('/app/small.js', async () => 'small');
    await app.listen({ host: '127.0.0.1', port: 0 });
    await Promise.all([askWithoutReading('/app/large.js'), askWithoutReading('/app/large.js')]);
    await expect.poll(() => sent).toBe(2);
    await Promise.all(Array.from({ length: 4 }, () => askWithoutReading('/app/large.js')));

    await expect.poll(() => metered).toEqual(Array(4).fill('refused app address'));
    const other = await app.inject({ url: '/app/small.js', remoteAddress: '203.0.113.7' });
    expect(other.statusCode).toBe(200);
  });

  it('should be cut off after some time', async () => {
    guard({ checkMs: 20, responseWindowMs: 200 });
    await app.listen({ host: '127.0.0.1', port: 0 });
    await askWithoutReading('/photos/large.jpg');

    await expect.poll(() => metered).toEqual(['cut photos slow']);
  });
});

it('should bound the live streams of one address, and leave the rest to others', async () => {
  guard({ rooms: roomsOf(4), addressShare: 0.5 });
  let opened = 0;
  app.get('/events', { config: { isAlwaysTaken: true, staysOpen: true } }, (_request, reply) => {
    opened += 1;
    const stream = new PassThrough();
    stream.write('retry: 5000\n\n');
    return reply.send(stream);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  await Promise.all([askWithoutReading('/events'), askWithoutReading('/events')]);
  await expect.poll(() => opened).toBe(2);

  expect((await app.inject('/events')).statusCode).toBe(503);
  expect(metered).toEqual(['refused live address']);
  const other = app.inject({ url: '/events', remoteAddress: '203.0.113.7', payloadAsStream: true });
  expect((await other).statusCode).toBe(200);
});

it('should take calls while it cannot see how much memory is used', async () => {
  const memoryShare = () => {
    throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
  };
  guard({}, { memoryShare });
  app.get('/v1/ping', async () => 'pong');
  expect((await app.inject('/v1/ping')).statusCode).toBe(200);
});
