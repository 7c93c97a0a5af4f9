import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * - `half`: an object is returned with half of its bytes, and a Content-Length that fits them
 * - `other`: an object is returned with one bit turned over
 * - `gone`: an object that is there is not found when it is read
 * - `broken-off`: the connection ends in the middle of an object
 * - `no-byte`: the connection ends before the first byte of an object
 * - `forgets`: a write is acknowledged and not carried out
 * - `other-checksum`: a write is acknowledged with the checksum of other bytes
 */
export type Lie = 'half' | 'other' | 'gone' | 'broken-off' | 'no-byte' | 'forgets' | 'other-checksum';

export interface HeldWrite {
  /** It has come, all of it, and waits. */
  arrived: Promise<void>;
  /** Resolves when the server has carried it out. */
  release(): Promise<void>;
}

export interface LyingS3 {
  port: number;
  /** From now on; undefined: the truth. `times`: how often, for ever when absent. */
  tell(lie: Lie | undefined, times?: number): void;
  /** The next write of an object reaches the server only when it is released. */
  holdWrite(): HeldWrite;
  /** How many requests it has lied to. */
  lies(): number;
  close(): Promise<void>;
}

/** Stands between a client and an S3 server, and misreports what that says about objects. */
export async function startLyingS3(target: { host: string; port: number }): Promise<LyingS3> {
  let lie: Lie | undefined;
  let left = 0;
  let told = 0;
  let hold: { arrive(): void; released: Promise<void>; carriedOut(): void } | undefined;

  /** Which lie this request gets. */
  const lieFor = (method: string | undefined, path: string): Lie | undefined => {
    const isObject = /\.(jpg|png)(\?|$)/.test(path);
    const isWriteLie = lie === 'forgets' || lie === 'other-checksum';
    const fits = method === (isWriteLie ? 'PUT' : 'GET');
    if (lie === undefined || !isObject || !fits || left === 0) return undefined;
    left -= 1;
    told += 1;
    return lie;
  };

  const waitWhenHeld = async ({ method }: IncomingMessage) => {
    if (method !== 'PUT' || hold === undefined) return undefined;
    const held = hold;
    hold = undefined;
    held.arrive();
    await held.released;
    return held;
  };

  const respond = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(incoming);
    const held = await waitWhenHeld(incoming);
    const chosen = lieFor(incoming.method, incoming.url ?? '');
    if (chosen === 'forgets') return void response.writeHead(200, { etag: '"stored"' }).end();
    if (chosen === 'gone') return notFound(response);
    const { statusCode = 502, headers, content } = await forward(target, incoming, body);
    held?.carriedOut();
    if (chosen === undefined || (statusCode !== 200 && statusCode !== 206))
      return void response.writeHead(statusCode, headers).end(content);
    misreport(chosen, { statusCode, headers, content }, response);
  };

  const server = createServer((incoming, response) => {
    respond(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    tell(next, times = Number.POSITIVE_INFINITY) {
      lie = next;
      left = times;
    },
    holdWrite() {
      const arrival = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const carriedOut = Promise.withResolvers<void>();
      hold = { arrive: arrival.resolve, released: released.promise, carriedOut: carriedOut.resolve };
      const release = () => {
        released.resolve();
        return carriedOut.promise;
      };
      return { arrived: arrival.promise, release };
    },
    lies: () => told,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Forwarded = { statusCode: number; headers: IncomingMessage['headers']; content: Buffer };

function misreport(lie: Lie, { statusCode, headers, content }: Forwarded, response: ServerResponse): void {
  const half = content.subarray(0, content.length / 2);
  if (lie === 'half') response.writeHead(statusCode, { ...headers, 'content-length': half.length }).end(half);
  if (lie === 'broken-off') {
    response.writeHead(statusCode, headers);
    response.write(half, () => response.destroy());
  }
  if (lie === 'no-byte') {
    response.writeHead(statusCode, headers).flushHeaders();
    response.socket?.end();
  }
  if (lie === 'other') {
    const at = content.length >> 1;
    response.writeHead(statusCode, headers).end(content.with(at, (content[at] ?? 0) ^ 1));
  }
  if (lie === 'other-checksum') {
    response
      .writeHead(statusCode, { ...headers, 'x-amz-checksum-sha256': Buffer.alloc(32).toString('base64') })
      .end(content);
  }
}

function notFound(response: ServerResponse): void {
  response
    .writeHead(404, { 'content-type': 'application/xml' })
    .end('<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>Not there.</Message></Error>');
}

function forward(
  target: { host: string; port: number },
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<Omit<Forwarded, 'statusCode'> & { statusCode: number | undefined }> {
  return new Promise((resolve, reject) => {
    const onward: ClientRequest = request({ ...target, method, path: url, headers }, (response) => {
      buffer(response).then(
        (content) => resolve({ statusCode: response.statusCode, headers: response.headers, content }),
        reject,
      );
    });
    onward.once('error', reject).end(body);
  });
}
