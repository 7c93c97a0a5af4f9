import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { preValidationHookHandler } from 'fastify';
import { invalidParameter, ServiceError } from '../errors.ts';
import { errorBody } from './error-answers.ts';

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
  done(invalidParameter({ query: ['Is not valid percent-encoded UTF-8.'] }));
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
export function answerBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // An earlier call on this connection is still owed its own answer, which must not be mistaken for this one.
  const { _httpMessage: owed } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (owed?.req.complete === true) {
    owed.once('close', () => socket.destroy());
    return;
  }
  const refusal = new ServiceError(
    'invalid_parameter',
    'The request is not valid HTTP, or its headers are too long.',
  );
  const body = JSON.stringify(errorBody(refusal));
  socket.end(
    'HTTP/1.1 400 Bad Request\r\n' +
      'Content-Type: application/json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}

/** Node would answer an unknown `Expect` header by itself, in no shape of ours; nobody relies on one. */
export function ignoreExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}
