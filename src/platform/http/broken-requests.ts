import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { onRequestHookHandler, preValidationHookHandler } from 'fastify';
import { invalidParameter, ServiceError } from '../errors.ts';
import { errorBody, type TraceError } from './error-body.ts';
import { timesSent } from './raw-headers.ts';

/** A request may name the whole address, with any host; only the path is ever used. */
export function pathOfTarget(target: string): string {
  const [, path = target] = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*(.*)$/is.exec(target) ?? [];
  return path.startsWith('/') || path === '*' ? path : `/${path}`;
}

/** A path that cannot be decoded is escaped once more: it reaches the routes and is simply not found there. */
export function escapeBrokenPath(url: string): string {
  if (!url.includes('%')) return url;
  const { path, query } = split(url);
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + query;
}

/** A value that cannot be decoded would silently become another one. */
export const refuseBrokenQuery: preValidationHookHandler = (request, _reply, done) => {
  const url = request.raw.url ?? '';
  if (!url.includes('%') || isDecodable(split(url).query)) return done();
  done(invalidParameter({ query: ['Must be valid percent-encoded UTF-8.'] }));
};

/** A name or an address, and a port. */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** RFC 9112, 3.2: with none, several or a broken one, proxies and we may not mean the same. Only HTTP/1.0 knew none. */
export const refuseBrokenHost: onRequestHookHandler = ({ raw }, _reply, done) => {
  const { host } = raw.headers;
  const isFine =
    host === undefined ? raw.httpVersion === '1.0' : HOST.test(host) && timesSent(raw, 'host') <= 1;
  done(
    isFine
      ? undefined
      : invalidParameter({ host: ['Must be sent exactly once, with the name of this server.'] }),
  );
};

function split(url: string): { path: string; query: string } {
  const mark = url.indexOf('?');
  return mark === -1 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark) };
}

function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** What is not even HTTP, has too long headers, or comes too slowly: no route is reached, the shape is the same. */
export function respondToBrokenHttp(
  error: Error & { code?: string },
  socket: Socket,
  { trace, newRequestId }: { trace: TraceError; newRequestId(): string },
): void {
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  // Browsers open connections in advance, and would take a response on one of them for that to their first request.
  const isUnused = isLate && socket.bytesRead === 0;
  if (error.code === 'ECONNRESET' || !socket.writable || isUnused) {
    socket.destroy();
    return;
  }
  // An earlier call on this connection is still owed its own response, which must not be mistaken for this one.
  const { _httpMessage: owed } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (owed?.req.complete === true) {
    owed.once('close', () => socket.destroy());
    return;
  }
  if (owed?.headersSent === true) {
    socket.destroy();
    return;
  }
  const [status, message] = isLate
    ? ['408 Request Timeout', 'The request took too long to arrive.']
    : ['400 Bad Request', 'The request is not valid HTTP, or its headers are too long.'];
  const requestId = newRequestId();
  const code = 'invalid_parameter';
  const body = JSON.stringify(errorBody(new ServiceError(code, message), trace(code, requestId)));
  socket.end(
    `HTTP/1.1 ${status}\r\n` +
      'Content-Type: application/json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Request-Id: ${requestId}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}

/** Node would respond to an unknown `Expect` header by itself, in no shape of ours; no one relies on one. */
export function ignoreExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}
