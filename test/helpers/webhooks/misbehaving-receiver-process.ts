// Run by misbehaving-receiver.ts, which says what it does.
import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { buffer, json } from 'node:stream/consumers';
import { type Certificate, makeTestCertificates } from '../http/self-signed-certificate.ts';
import type { Behavior, Received } from './misbehaving-receiver.ts';

const GIGABYTE = 1_000_000_000;
const PIECE = Buffer.alloc(65_536, 'x');
const DRIP_MS = 20;

const behaviors = new Map<string, Behavior[]>();
const requests = new Map<string, (Omit<Received, 'body' | 'headers'> & { body: string })[]>();
const numbers = new WeakMap<Socket, number>();
const sockets = new Set<Socket>();
const changes = new EventEmitter().setMaxListeners(0);
let connections = 0;
let numbered = 0;
let sentBytes = 0;

function number(socket: Socket): void {
  numbered += 1;
  numbers.set(socket, numbered);
  socket.on('error', () => {});
}

function watch(socket: Socket): void {
  connections += 1;
  sockets.add(socket);
  changes.emit('change');
  socket.on('error', () => {});
  socket.once('close', () => {
    sockets.delete(socket);
    sentBytes += socket.bytesWritten;
    changes.emit('change');
  });
}

const receive: RequestListener = async (request, response) => {
  const body = await buffer(request).catch(() => undefined);
  if (body === undefined) return;
  const target = request.url ?? '';
  const path = target.split('?', 1)[0] ?? '';
  requests.set(path, [
    ...(requests.get(path) ?? []),
    {
      method: request.method ?? '',
      target,
      rawHeaders: pairs(request.rawHeaders),
      body: body.toString('base64'),
      connection: numbers.get(request.socket) ?? 0,
      at: Date.now(),
    },
  ]);
  changes.emit('change');
  await take(nextBehavior(path), request, response);
};

function nextBehavior(path: string): Behavior {
  const [next, ...rest] = behaviors.get(path) ?? [];
  if (rest.length > 0) behaviors.set(path, rest);
  return next ?? { status: 200, body: 'Thank you.' };
}

function pairs(raw: string[]): [string, string][] {
  return raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as [string, string]] : [],
  );
}

async function take(behavior: Behavior, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { socket } = request;
  if (typeof behavior === 'object') {
    const { status, headers = {}, body = '', bodyBase64 } = behavior;
    response
      .writeHead(status, headers)
      .end(bodyBase64 === undefined ? body : Buffer.from(bodyBase64, 'base64'));
  } else if (behavior === 'close') socket.destroy();
  else if (behavior === 'reset') socket.resetAndDestroy();
  else if (behavior === 'reset-in-body') {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('Thank', () => setTimeout(() => socket.resetAndDestroy(), DRIP_MS));
  } else if (behavior === 'drip') {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), DRIP_MS);
    socket.once('close', () => clearInterval(timer));
  } else if (behavior === 'gigabyte') await sendGigabyte(response, socket);
  else if (behavior === 'long-headers') {
    const headers = Array.from({ length: 100 }, (_, index) => [`x-long-${index}`, 'y'.repeat(1_000)]);
    response.writeHead(200, Object.fromEntries(headers)).end();
  } else if (behavior === 'no-http') socket.end('220 mail.example.com ESMTP at your service\r\n');
}

async function sendGigabyte(response: ServerResponse, socket: Socket): Promise<void> {
  response.writeHead(200, { 'content-length': String(GIGABYTE) });
  for (let sent = 0; sent < GIGABYTE && !socket.destroyed; sent += PIECE.length) {
    if (response.write(PIECE.subarray(0, GIGABYTE - sent))) continue;
    await new Promise((resolve) => {
      response.once('drain', resolve);
      socket.once('close', resolve);
    });
  }
  response.end();
}

/** Responds once the condition holds, and with an error when it does not in time. */
async function until(holds: () => boolean, limitMs: number): Promise<void> {
  const limit = AbortSignal.timeout(limitMs);
  while (!holds()) {
    await new Promise<void>((resolve, reject) => {
      if (limit.aborted) reject(limit.reason);
      limit.addEventListener('abort', () => reject(limit.reason), { once: true });
      changes.once('change', resolve);
    });
  }
}

interface Command {
  path: string;
  behaviors: Behavior[];
  count: number;
  limitMs: number;
}

const commands: Record<string, (command: Command) => Promise<unknown> | unknown> = {
  '/behave': ({ path, behaviors: wanted }) => {
    behaviors.set(path, wanted);
    return {};
  },
  '/received': async ({ path, count, limitMs }) => {
    await until(() => (requests.get(path)?.length ?? 0) >= count, limitMs).catch(() => {
      throw new Error(
        `${requests.get(path)?.length ?? 0} of ${count} requests to ${path} within ${limitMs} ms`,
      );
    });
    return requests.get(path) ?? [];
  },
  '/state': () => ({ connections, open: sockets.size, sentBytes }),
  '/open': async ({ count, limitMs }) => {
    await until(() => sockets.size === count, limitMs).catch(() => {
      throw new Error(`${sockets.size} connections are open after ${limitMs} ms, not ${count}`);
    });
    return {};
  },
};

const control: RequestListener = async (request, response) => {
  try {
    const outcome = await commands[request.url ?? '']?.((await json(request)) as Command);
    response.end(JSON.stringify(outcome));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
};

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Whoever calls decides when a connection is not needed any more, however long it pauses in between. */
const withLongKeepAlive = <Kind extends Server & { keepAliveTimeout: number }>(server: Kind): Kind =>
  Object.assign(server, { keepAliveTimeout: 60_000 });

const certificates = makeTestCertificates();
const secure = ({ certificate, key }: Certificate) => {
  const server = withLongKeepAlive(createTlsServer({ cert: certificate, key }, receive)).on(
    'secureConnection',
    number,
  );
  return listen(server.on('connection', watch).on('tlsClientError', () => {}));
};

const started = {
  controlPort: await listen(createServer(control)),
  authority: certificates.authority,
  ports: {
    plain: await listen(
      withLongKeepAlive(createServer(receive)).on('connection', watch).on('connection', number),
    ),
    valid: await secure(certificates.valid),
    expired: await secure(certificates.expired),
    selfSigned: await secure(certificates.selfSigned),
    otherHost: await secure(certificates.otherHost),
    silent: await listen(createTcpServer((socket) => watch(socket.resume()))),
  },
};
process.stdout.write(`${JSON.stringify(started)}\n`);
