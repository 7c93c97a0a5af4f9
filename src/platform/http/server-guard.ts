import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Health } from '../health.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { ignoreExpectations, refuseBrokenHost, respondToBrokenHttp } from './broken-requests.ts';
import { boundConnections } from './connections.ts';
import type { TraceError } from './error-body.ts';
import { stopGracefully } from './graceful-stop.ts';
import type { HttpLimits } from './limits.ts';
import { refuseWhenOverloaded } from './overload.ts';
import { boundUnreadBody } from './unread-body.ts';

/** What Fastify and Node are told at the creation of a server. */
export function serverOptions(limits: HttpLimits, errors: { trace: TraceError; newRequestId(): string }) {
  return {
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.silenceMs,
    keepAliveTimeout: limits.keepAliveMs,
    // A draining server still finishes what comes in over open connections.
    return503OnClosing: false,
    clientErrorHandler: (error: Error & { code?: string }, socket: Socket) =>
      respondToBrokenHttp(error, socket, errors),
    http: {
      // Refused in our own shape (`refuseBrokenHost`).
      requireHostHeader: false,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
    },
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Open connections of clients, by whichever address they came. */
    countConnections(): number;
  }
}

/** What keeps clients from each other's way, and lets the server stop without losing a call. */
export function guardServer(
  app: FastifyInstance,
  deps: {
    limits: HttpLimits;
    log: Pick<Log, 'warn'>;
    health: Pick<Health, 'watchState' | 'requireState'>;
    metrics: Metrics | undefined;
  },
): void {
  const { limits, health, metrics } = deps;
  app.server.maxHeadersCount = limits.headers;
  ignoreExpectations(app.server);
  app.addHook('onRequest', refuseBrokenHost);
  const connections = boundConnections(app, limits, metrics);
  app.decorate('countConnections', connections.count);
  refuseWhenOverloaded(app, deps);
  app.addHook('onSend', (request, reply, _payload, done) => {
    boundUnreadBody(request.raw, reply);
    done();
  });
  // Last: on closing it comes first, and waits while the others still do their work.
  stopGracefully(app, connections, limits, health);
}
