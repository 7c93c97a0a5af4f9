import type { FastifyInstance } from 'fastify';
import { type CurrentCall, onBehalfOf } from '../current-call.ts';
import type { Log } from '../log.ts';

/** What every call gets: its id and safe headers on the way out, and one line in the log. */
export function frameEveryCall(app: FastifyInstance, log: Log, redact: (text: string) => string): void {
  app.addHook('onRequest', (request, reply, done) => {
    request.unknownNames = [];
    // Read now: a connection that was cut off has no address any more when its line is written.
    request.cameFrom = request.ip;
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('cache-control', 'no-store');
    request.currentCall = { requestId: request.id };
    onBehalfOf(request.currentCall, done);
  });

  app.addHook('onResponse', (request, reply, done) => {
    log.finished({
      requestId: request.id,
      method: request.method,
      path: redact(pathOf(request.raw.url ?? '')),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: request.cameFrom,
    });
    done();
  });
}

/** Without the query string: that is where people put secrets by mistake. */
function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's address, for the log. */
    cameFrom: string;
    currentCall: CurrentCall;
  }
}
