import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { freePort } from '../http/free-port.ts';
import { isRightlySigned } from '../storage/s3-signature.ts';
import { waitUntil } from '../wait-until.ts';

export const ARCHIVE_USER = 'archivist';
export const ARCHIVE_SECRET = 'se/cr+et@= ü';
export const ARCHIVE_BUCKET = 'claims';

/** `full`: no room; `picky`: takes no file of this size; `hanging`: takes the file and never responds; `redirecting`: sends everyone elsewhere. */
export type Mood = 'fine' | 'full' | 'picky' | 'hanging' | 'redirecting' | 'cutting';

export interface ArchiveServer {
  url: string;
  become(mood: Mood): void;
  /** By path, decoded. */
  files: Map<string, Buffer>;
  folders: Set<string>;
  /** `METHOD path` of every request, in order. */
  calls: string[];
  /** How many requests were being taken at once, at most. */
  mostAtOnce(): number;
  /** What was sent before a client was gone has come too. */
  untilUnused(): Promise<void>;
  down(): Promise<void>;
  /** At the same port. */
  up(): Promise<void>;
  close(): Promise<void>;
}

/** A WebDAV server (RFC 4918) as strict as they are: folders first, and a password. */
export function startWebDavServer(): Promise<ArchiveServer> {
  return start((server, request, response, { path, body }) => {
    const expected = `Basic ${Buffer.from(`${ARCHIVE_USER}:${ARCHIVE_SECRET}`).toString('base64')}`;
    if (request.headers.authorization !== expected) return void response.writeHead(401).end();
    const parent = path.replace(/[^/]+\/?$/, '');
    if (request.method === 'MKCOL') {
      if (!server.folders.has(parent)) return void response.writeHead(409).end();
      if (server.folders.has(path)) return void response.writeHead(405).end();
      server.folders.add(path);
      return void response.writeHead(201).end();
    }
    if (request.method === 'PUT') {
      if (!server.folders.has(parent)) return void response.writeHead(409).end();
      server.files.set(path, body);
      return void response.writeHead(201).end();
    }
    if (request.method === 'DELETE')
      return void response.writeHead(server.files.delete(path) ? 204 : 404).end();
    const file = server.files.get(path);
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-length': file.length }).end();
  });
}

/** As strict as S3: rightly signed requests only, to a bucket that there is, and the bytes that were signed. */
export function startStrictS3(): Promise<ArchiveServer> {
  return start((server, request, response, { path, body }) => {
    const refuse = (status: number, code: string) =>
      void response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
    if (!request.headers.authorization?.includes(`Credential=${ARCHIVE_USER}/`))
      return refuse(403, 'InvalidAccessKeyId');
    if (!isRightlySigned(request, ARCHIVE_SECRET)) return refuse(403, 'SignatureDoesNotMatch');
    if (!path.startsWith(`/${ARCHIVE_BUCKET}/`)) return refuse(404, 'NoSuchBucket');
    if (request.method === 'DELETE') {
      server.files.delete(path);
      return void response.writeHead(204).end();
    }
    const sha256 = createHash('sha256').update(body).digest('hex');
    if (request.headers['x-amz-content-sha256'] !== sha256) return refuse(400, 'XAmzContentSHA256Mismatch');
    server.files.set(path, body);
    response.writeHead(200, { etag: '"stored"' }).end();
  });
}

type Handle = (
  server: ArchiveServer,
  request: IncomingMessage,
  response: ServerResponse,
  arrived: { path: string; body: Buffer },
) => void;

async function start(handle: Handle): Promise<ArchiveServer> {
  let running: Server | undefined;
  // Kept for it while it is down.
  const port = await freePort();
  let mood: Mood = 'fine';
  let atOnce = 0;
  let most = 0;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(request.url ?? '');
    server.calls.push(`${request.method} ${path}`);
    atOnce += 1;
    most = Math.max(most, atOnce);
    const body = await buffer(request).finally(() => {
      atOnce -= 1;
    });
    if (mood === 'hanging') return;
    if (mood === 'cutting') return void response.destroy();
    if (mood === 'redirecting')
      return void response.writeHead(307, { location: 'http://169.254.169.254/latest/' }).end();
    if (mood === 'full' && request.method === 'PUT') return void response.writeHead(507).end();
    if (mood === 'picky' && request.method === 'PUT') return void response.writeHead(413).end();
    handle(server, request, response, { path, body });
  }

  const server: ArchiveServer = {
    url: '',
    become(next) {
      mood = next;
    },
    files: new Map(),
    folders: new Set(['/', '/dav/']),
    calls: [],
    mostAtOnce: () => most,
    untilUnused: () =>
      waitUntil(async () => {
        const count = promisify<number>((done) => running?.getConnections(done) ?? done(null, 0));
        expect(await count()).toBe(0);
      }),
    async down() {
      const closing = running;
      running = undefined;
      await new Promise<void>((resolve) => {
        if (closing === undefined) return resolve();
        closing.close(() => resolve());
        closing.closeAllConnections();
      });
    },
    async up() {
      running = createServer((request, response) => {
        respond(request, response).catch(() => response.destroy());
      });
      await new Promise<void>((resolve) => running?.listen(port, '127.0.0.1', resolve));
      server.url = `http://127.0.0.1:${port}`;
    },
    close: () => server.down(),
  };
  await server.up();
  return server;
}
