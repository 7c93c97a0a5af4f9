import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Health } from '../health.ts';
import type { Connections } from './connections.ts';

const CLOSE_UNUSED_MS = 100;

/**
 * From the moment the server is told to stop, every response says that its connection ends, connections without a request
 * are closed, and closing waits for every call that has begun, also when its client is gone: only then may the database be
 * closed.
 */
export function stopGracefully(
  app: FastifyInstance,
  connections: Connections,
  health?: Pick<Health, 'require'>,
): void {
  let isStopping = false;
  let closing: NodeJS.Timeout | undefined;
  let running = 0;
  let onFinished = () => {};

  // A call has ended when its response was handed over and its connection is done with it, in whichever order.
  const endOneSide = (request: FastifyRequest) => {
    request.openSides -= 1;
    if (request.openSides !== 0) return;
    running -= 1;
    if (running === 0) onFinished();
  };

  health?.require('stopping', async () => {
    if (isStopping) throw new Error('The server is stopping');
  });

  app.decorateRequest('openSides', 0);
  app.decorateRequest('isAnswered', false);
  app.addHook('onRequest', (request, reply, done) => {
    running += 1;
    request.openSides = 2;
    reply.raw.once('close', () => endOneSide(request));
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    // An error while the response is prepared leads here once more.
    if (!request.isAnswered) {
      request.isAnswered = true;
      endOneSide(request);
    }
    done();
  });
  // A response that began before the stop has promised to keep its connection.
  app.addHook('onResponse', (request, _reply, done) => {
    if (isStopping) request.raw.socket.end();
    done();
  });

  app.addHook('preClose', async () => {
    isStopping = true;
    // What has already arrived is read first: those calls are served.
    await setImmediate();
    await setImmediate();
    connections.closeUnused();
    closing = setInterval(() => connections.closeUnused(), CLOSE_UNUSED_MS);
  });
  app.addHook('onClose', async () => {
    if (running > 0) {
      await new Promise<void>((resolve) => {
        onFinished = resolve;
      });
    }
    clearInterval(closing);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    openSides: number;
    isAnswered: boolean;
  }
}
