import type { Socket } from 'node:net';
import { ServiceError } from '../errors.ts';
import { errorBody } from './error-answers.ts';

/** A stray percent sign is escaped, so that the address reaches the routes and is simply not found there. */
export function escapeBrokenUrl(url: string): string {
  if (!url.includes('%')) return url;
  try {
    decodeURIComponent(url);
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}

/** What is not even HTTP, has too long headers, or comes too slowly: no route is reached, the shape is the same. */
export function answerBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
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
