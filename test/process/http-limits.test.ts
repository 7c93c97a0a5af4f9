import { connect, type Socket } from 'node:net';
import fastify from 'fastify';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { HTTP_LIMITS } from '../../src/platform/http/limits.ts';
import { refuseWhenOverloaded, usedMemoryShare } from '../../src/platform/http/overload.ts';
import { useAddress, useTestApp, useWorkspace } from '../helpers/app/test-app.ts';
import { TRACE } from '../helpers/http/expect-response.ts';

const LIMITS = {
  ...HTTP_LIMITS,
  headersMs: 300,
  // Client and server are one process here: a pause of it must not look like a client's.
  silenceMs: 5_000,
  keepAliveMs: 1_500,
  checkMs: 50,
  bodyWindowMs: 1_500,
  displaceAfterMs: 100,
  connections: 40,
  rooms: { v1: 5, customer: 5, app: 5, photos: 5, live: 5 },
};
const PER_ADDRESS = 2;

const sockets = new Set<Socket>();

// One proxy stands in front: what it says of the client's address is believed.
const api = useTestApp({ limits: LIMITS, withPages: true, trustProxy: 1 });
const address = useAddress(api);
const workspace = useWorkspace(api);
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => statusOf(get('/readyz'))).toBe(200);
});

interface Connection {
  socket: Socket;
  received(): string;
  /** When something was received, or the connection is closed. */
  begun: Promise<string>;
  /** All that was received, when the connection is closed. */
  ended: Promise<string>;
}

function open(text = ''): Connection {
  const socket = connect(address.port, '127.0.0.1');
  sockets.add(socket);
  let received = '';
  const begun = new Promise<string>((resolve) => {
    socket.on('data', (chunk) => {
      received += String(chunk);
      resolve(received);
    });
    socket.on('close', () => resolve(received));
  });
  const ended = new Promise<string>((resolve) => {
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      resolve(received);
    });
  });
  if (text !== '') socket.write(text);
  return { socket, received: () => received, begun, ended };
}

function get(path: string, from = '192.0.2.1', more = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${from}\r\n${more}\r\n`;
}

/** A call to create a photo request, of whose 10,000 bytes one is sent. */
function halfSent(from: string, path = '/v1/photo-requests'): string {
  return `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${from}\r\nX-API-Key: ${workspace.live.key}\r\nX-Shutterpost: 1\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n{`;
}

/**
 * Looks until it is as expected, with so many half-sent bodies that are new: on a busy machine those of the last look
 * may have been cut off already. Returns the last ones.
 */
async function untilFull<T>(
  texts: string[],
  look: () => Promise<T>,
  expected: unknown,
): Promise<Connection[]> {
  let stalled: Connection[] = [];
  const lookAgain = () => {
    stalled = texts.map(open);
    return look();
  };
  await expect.poll(lookAgain, { interval: 200 }).toEqual(expected);
  return stalled;
}

const fromAddresses = (count: number, path?: string) =>
  Array.from({ length: count }, (_, i) => halfSent(`203.0.113.${i}`, path));

/** Undefined when the connection was closed without a response. */
async function statusOf(text: string): Promise<number | undefined> {
  const { socket, begun } = open(text);
  const response = await begun;
  socket.destroy();
  return response === '' ? undefined : Number(response.split(' ')[1]);
}

describe('a slow client', () => {
  it('should be cut off with 408 when its headers do not come to an end', async () => {
    const { socket, ended } = open('GET /healthz HTTP/1.1\r\nX-Slow: ');
    // It keeps sending, so that it is not taken for silent.
    const drip = setInterval(() => socket.write('a'), 50);

    expect(await ended).toMatch(/^HTTP\/1\.1 408 /);

    clearInterval(drip);
  });

  it('should be cut off when its body comes a byte at a time, and leave nothing behind', async () => {
    const { socket, ended } = open(halfSent('192.0.2.7'));
    const drip = setInterval(() => socket.write(' '), 20);

    expect(await ended).toBe('');

    clearInterval(drip);
    const response = await api.call('GET', '/v1/photo-requests', { key: workspace.live.key });
    expect(response.json().data).toEqual([]);
  });

  it('should be served when its body comes slowly but steadily', async () => {
    const body = JSON.stringify({ instructions: 'Photograph the door.', padding: 'x'.repeat(60_000) });
    const head = halfSent('192.0.2.8').replace('10000', String(body.length)).slice(0, -1);
    const { socket, begun } = open(head);
    let sent = 0;
    // 20 KB/s at most, for two windows.
    const drip = setInterval(() => {
      socket.write(body.slice(sent, sent + 1_000));
      sent += 1_000;
    }, 50);

    expect(await begun).toMatch(/^HTTP\/1\.1 201 /);

    clearInterval(drip);
  });

  it('should be let go when it keeps a connection without using it', async () => {
    expect(await open(get('/healthz')).ended).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('should be closed without a word when it has never sent anything', async () => {
    expect(await open().ended).toBe('');
  });
});

describe('half-sent bodies', () => {
  it('should not keep others out, whichever surface they are sent to', async () => {
    for (const path of ['/v1/photo-requests', '/code', '/capture/sessions', '/app/api/sign-in']) {
      for (let i = 0; i < 20; i++) open(halfSent('203.0.113.9', path));
    }
    const surfaces = ['/v1/ping', '/code', '/app/', '/app/api/options', '/photos/none.jpg'];

    const [problems, ...statuses] = await Promise.all([
      problemsFound(),
      ...surfaces.map((path) => statusOf(get(path))),
    ]);

    expect(statuses.filter((status) => status === undefined || status >= 500)).toEqual([]);
    // On a busy disk the storage may be late.
    expect(problems?.filter((problem) => problem.startsWith('overload')) ?? []).toEqual([]);
  });

  it('should be bounded for each address, and one of them gives way to a call of the same address', async () => {
    const body = halfSent('203.0.113.9');
    const stalled = await untilFull(Array(PER_ADDRESS).fill(body), () => statusOf(body), 503);
    // Others have the rest of the room meanwhile, and send: whoever is silent for a while is cut off.
    const other = open(halfSent('203.0.113.10').replace('10000', '200000'));
    const sending = setInterval(() => other.socket.write(' '.repeat(200)), 20);
    onTestFinished(() => clearInterval(sending));

    await expect.poll(() => statusOf(get('/v1/ping', '203.0.113.9'))).toBe(401);
    const whole = body.replace('10000\r\n\r\n{', '2\r\n\r\n{}');
    await expect.poll(() => statusOf(whole)).toBe(422);

    await expect.poll(() => stalled.some(({ socket }) => socket.destroyed)).toBe(true);
    expect(other.socket.destroyed).toBe(false);
  });

  it('should be counted for a whole IPv6 network', async () => {
    const others = Array.from({ length: PER_ADDRESS }, (_, i) => halfSent(`2001:db8:0:1::${i}`));
    await untilFull(others, () => statusOf(halfSent('2001:db8:0:1:ffff::1')), 503);
    // As soon as one of them has kept the service waiting for long enough to give way.
    await expect.poll(() => statusOf(get('/v1/ping', '2001:db8:0:1::5'))).toBe(401);
  });

  it('should give way when they fill a surface from many addresses', async () => {
    const stalled = await untilFull(fromAddresses(LIMITS.rooms.v1), problemsFound, ['overload_v1']);

    await expect.poll(() => statusOf(get('/v1/ping'))).toBe(401);

    await expect.poll(() => stalled.some(({ socket }) => socket.destroyed)).toBe(true);
  });
});

describe('too much to do', () => {
  it('should be refused with 503, and be taken again afterwards', async () => {
    let refused = '';
    const ask = async () => {
      refused = await open(get('/v1/ping')).begun;
      return refused;
    };
    const stalled = await untilFull(
      fromAddresses(LIMITS.rooms.v1),
      ask,
      expect.stringMatching(/^HTTP\/1\.1 503 /),
    );
    expect(refused).toMatch(/\r\nretry-after: 5\r\n/i);
    expect(refused).toMatch(/\r\nconnection: close\r\n/i);
    expect(refused).toMatch(/\r\nx-request-id: req_/i);
    expect(JSON.parse(refused.split('\r\n\r\n')[1] ?? '')).toEqual({
      error: {
        code: 'service_unavailable',
        message: 'The service is busy. Try again in a moment.',
        details: {},
        ...TRACE,
      },
    });

    for (const { socket } of stalled) socket.destroy();
    await expect.poll(() => statusOf(get('/v1/ping'))).toBe(401);
  });

  it('should warn once in ten seconds and not for every call that is refused', () => {
    const warnings = api.logLines().filter(({ msg }) => String(msg).startsWith('Overloaded'));

    const times = warnings.map(({ time }) => Date.parse(String(time)));
    expect(times.length).toBeGreaterThan(0);
    for (const [index, time] of times.slice(1).entries())
      expect(time - (times[index] ?? 0)).toBeGreaterThan(9_000);
  });

  it('should be told to probes by the name of each surface that is full', async () => {
    const paths = ['/v1/photo-requests', '/capture/sessions', '/app/api/sign-in'];
    await untilFull(
      paths.flatMap((path) => fromAddresses(5, path)),
      problemsFound,
      ['overload_v1', 'overload_customer', 'overload_app'],
    );
    expect(await statusOf(get('/healthz'))).toBe(200);
  });
});

async function problemsFound(): Promise<string[] | undefined> {
  return JSON.parse((await open(get('/readyz')).begun).split('\r\n\r\n')[1] ?? '').problems;
}

describe('connections', () => {
  it('should be closed when they are not used and others need their room', async () => {
    const unused = Array.from({ length: LIMITS.connections }, () => open());
    await Promise.all(unused.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))));

    expect(await statusOf(get('/healthz'))).toBe(200);
  });

  it('should stay open while a call is under way on them', async () => {
    const stream = get('/v1/events/stream', '192.0.2.9', `X-API-Key: ${workspace.test.key}\r\n`);
    const { socket, begun } = open(stream);
    expect(await begun).toMatch(/^HTTP\/1\.1 200 /);
    for (let i = 0; i < 3 * LIMITS.connections; i++) open();

    expect(await statusOf(get('/healthz'))).toBe(200);
    expect(socket.destroyed).toBe(false);
  });
});

describe('the body of a refused call', () => {
  it.each([
    ['without a key', 'POST /v1/photo-requests', 401],
    ['to an unknown address', 'POST /nowhere', 404],
    ['that reads nothing', 'GET /healthz', 200],
  ])('should not be read to its end: %s', async (_name, start, status) => {
    const { socket, begun, ended } = open(
      `${start} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${2 ** 31}\r\n\r\n`,
    );
    const part = Buffer.alloc(1024 * 1024, ' ');
    let sent = 0;
    const send = () => {
      if (socket.destroyed || sent > 200) return;
      sent += 1;
      socket.write(part, send);
    };
    send();

    expect(await begun).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(await ended).toMatch(/\r\nconnection: close\r\n/i);
    expect(sent).toBeLessThan(50);
  });

  it('should leave the connection usable when it is small', async () => {
    const { socket, begun, received } = open(
      'POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello',
    );
    expect(await begun).toMatch(/^HTTP\/1\.1 404 /);

    socket.write(get('/healthz'));

    await expect.poll(received).toMatch(/HTTP\/1\.1 200 /);
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
      limits: { ...HTTP_LIMITS, memoryShare: 0.9 },
      log: { warn: () => {} },
      memoryShare: () => 0.95,
    });
    app.setErrorHandler((_error, _request, reply) => reply.code(503).send());
    app.get('/', async () => {
      await released;
      return 'done';
    });
    // Sent at once: an injected call waits until someone waits for it.
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
