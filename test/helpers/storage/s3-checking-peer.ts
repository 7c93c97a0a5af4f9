import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { isRightlySigned } from './s3-signature.ts';

const SECRET = 'se/cr+et@=';

export interface CheckingPeer {
  /** A STORAGE_URL for it. */
  url(secret?: string): string;
  /** What it has accepted, by path. */
  objects: Map<string, { body: Buffer; contentType: string | undefined }>;
  /** How many requests have reached it. */
  requests(): number;
  /** How many connections have been made to it. */
  connections(): number;
  /** Responds to so many of the next requests with 503, as S3 does when it is overloaded. */
  refuseNext(count: number): void;
  close(): Promise<void>;
}

/**
 * As strict as S3: rightly signed requests only, and an object only with the checksum of the bytes that arrived. It does
 * not know ranges.
 */
export async function startCheckingPeer(): Promise<CheckingPeer> {
  const objects: CheckingPeer['objects'] = new Map();
  let requests = 0;
  let connections = 0;
  let toRefuse = 0;

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    requests++;
    const body = await buffer(request);
    if (toRefuse > 0) {
      toRefuse--;
      return refuse(response, 503, 'SlowDown');
    }
    if (!isRightlySigned(request, SECRET)) return refuse(response, 403, 'SignatureDoesNotMatch');
    const path = new URL(request.url ?? '', 'http://peer').pathname;
    if (request.method === 'DELETE') {
      objects.delete(path);
      return response.writeHead(204).end();
    }
    if (request.method !== 'PUT') return hand(response, objects.get(path)?.body);
    const fault = faultOf(request, body);
    if (fault !== undefined) return refuse(response, 400, fault);
    objects.set(path, { body, contentType: request.headers['content-type'] });
    response.writeHead(200, { etag: '"stored"' }).end();
  };

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  // Otherwise clients make new connections in the pauses of a busy machine.
  server.keepAliveTimeout = 60_000;
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (secret = SECRET) =>
      `s3://KEY:${encodeURIComponent(secret)}@bucket?endpoint=http://127.0.0.1:${port}&region=eu-central-1`,
    objects,
    requests: () => requests,
    connections: () => connections,
    refuseNext(count) {
      toRefuse = count;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function faultOf({ headers }: IncomingMessage, body: Buffer): string | undefined {
  const digest = createHash('sha256').update(body).digest();
  if (Number(headers['content-length']) !== body.length) return 'MissingContentLength';
  if (headers['x-amz-checksum-sha256'] === undefined) return 'InvalidRequest';
  if (headers['x-amz-checksum-sha256'] !== digest.toString('base64')) return 'BadDigest';
  if (headers['x-amz-content-sha256'] !== digest.toString('hex')) return 'XAmzContentSHA256Mismatch';
  return undefined;
}

function hand(response: ServerResponse, body: Buffer | undefined): void {
  if (body === undefined) refuse(response, 404, 'NoSuchKey');
  else response.writeHead(200, { 'content-length': body.length }).end(body);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>Refused.</Message></Error>`);
}
