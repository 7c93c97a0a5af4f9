import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boundConnections } from '../../src/platform/http/connections.ts';

const LARGE = Buffer.alloc(32 * 1024 * 1024);
const MAX = 4;
const GET = 'GET /small HTTP/1.1\r\nHost: a\r\n\r\n';
const GET_LARGE = GET.replace('small', 'large');
const GET_WAITING = GET.replace('small', 'waiting');
const HALF_SENT =
  'POST /small HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\na';

describe('connections that are all in use', () => {
  let app: FastifyInstance;
  /** The server's side of those on which a request began. */
  let begun: Socket[];
  const released = Promise.withResolvers<string>();
  const sockets: Socket[] = [];
  beforeEach(() => {
    app = fastify();
    begun = [];
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const socket of sockets.splice(0)) socket.destroy();
    await app.close();
  });

  async function listen({ displaceAfterMs = Number.POSITIVE_INFINITY } = {}): Promise<void> {
    boundConnections(app, { connections: MAX, addressShare: 0.5, displaceAfterMs });
    app.addHook('onRequest', async ({ raw }) => {
      begun.push(raw.socket);
    });
    app.get('/small', async () => 'small');
    app.post('/small', async () => 'small');
    app.get('/large', async () => LARGE);
    app.get('/waiting', () => released.promise);
    await app.listen({ host: '127.0.0.1', port: 0 });
  }

  /** One that reads nothing but the beginning of its response. */
  function open(from: string, text: string): Promise<Socket> {
    const { port } = app.server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    sockets.push(socket.on('error', () => {}).resume());
    if (text === GET_LARGE) socket.pause();
    return new Promise((resolve) => socket.write(text, () => resolve(socket)));
  }

  /** One after the other: what was sent over it has been read when the next one comes. */
  async function hold(from: string, texts: string[]): Promise<Socket[]> {
    const held: Socket[] = [];
    for (const text of texts) {
      const before = begun.length;
      held.push(await open(from, text));
      await expect.poll(() => begun.length).toBe(before + 1);
    }
    return held;
  }

  /** The first bytes of what it gets; nothing when its connection is closed. */
  async function ask(from: string, text = GET): Promise<string> {
    const socket = await open(from, text);
    return new Promise((resolve) => {
      socket.once('data', (chunk) => resolve(String(chunk).slice(0, 12)));
      socket.once('close', () => resolve(''));
    });
  }

  const areOpen = (held: Socket[]) => held.map(({ destroyed }) => !destroyed);

  it.each([
    ['half-sent bodies', HALF_SENT],
    ['responses that it does not read', GET_LARGE],
  ])('should be taken from the address that holds them with %s', async (_name, text) => {
    await listen();
    await hold('127.0.0.66', Array(MAX).fill(text));
    const asked = ['127.0.0.1', '127.0.0.2', '127.0.0.3'].map((from) => ask(from));
    expect(await Promise.all(asked)).toEqual(Array(3).fill('HTTP/1.1 200'));
  });

  it('should be taken from the address that has most, the slowest first', async () => {
    await listen();
    const other = await hold('127.0.0.67', [HALF_SENT]);
    const most = await hold('127.0.0.66', [HALF_SENT, HALF_SENT, HALF_SENT]);
    const [, first, , third] = begun.map(({ bytesRead }) => bytesRead + 900);
    for (const sending of [most[0], most[2]]) sending?.write('a'.repeat(900));
    await expect.poll(() => [begun[1]?.bytesRead, begun[3]?.bytesRead]).toEqual([first, third]);
    expect(await ask('127.0.0.1')).toBe('HTTP/1.1 200');
    await expect.poll(() => areOpen(most)).toEqual([true, false, true]);
    expect(areOpen(other)).toEqual([true]);
  });

  it('should be taken from a request that has been slow for a while, not from one that has just begun', async () => {
    await listen({ displaceAfterMs: 2_000 });
    const slow = await hold('127.0.0.66', [HALF_SENT, HALF_SENT]);
    const read = begun.map(({ bytesRead }, index) => bytesRead + 50 * (index + 1));
    for (const [index, socket] of slow.entries()) socket.write('a'.repeat(50 * (index + 1)));
    await expect.poll(() => begun.map(({ bytesRead }) => bytesRead)).toEqual(read);
    const later = performance.now() + 10_000;
    vi.spyOn(performance, 'now').mockImplementation(() => later);
    const young = await hold('127.0.0.66', [HALF_SENT, HALF_SENT]);
    expect(await ask('127.0.0.1')).toBe('HTTP/1.1 200');
    await expect.poll(() => areOpen([...slow, ...young])).toEqual([false, true, true, true]);
  });

  it('should not be taken from requests of the same address that have just begun', async () => {
    await listen();
    const held = await hold('127.0.0.66', Array(MAX).fill(HALF_SENT));
    expect(await ask('127.0.0.66')).toBe('');
    expect(areOpen(held)).toEqual(Array(MAX).fill(true));
  });

  it('should be taken from requests of the same address that have been slow for a while', async () => {
    await listen({ displaceAfterMs: 1 });
    await hold('127.0.0.66', Array(MAX).fill(HALF_SENT));
    expect(await ask('127.0.0.66')).toBe('HTTP/1.1 200');
  });

  it('should not be taken from those who wait for the service', async () => {
    await listen();
    const held = await hold('127.0.0.66', Array(MAX).fill(GET_WAITING));
    expect(await ask('127.0.0.1')).toBe('');
    expect(areOpen(held)).toEqual(Array(MAX).fill(true));
    released.resolve('done');
  });
});
