import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Health } from '../health.ts';
import { hasBody } from './body.ts';
import type { Connections } from './connections.ts';
import type { HttpLimits } from './limits.ts';
import { lacksBody } from './rooms.ts';

const CLOSE_UNUSED_MS = 100;

/**
 * From the moment the server is told to stop, every response says that its connection ends, connections without a request
 * are closed, and closing waits for every call that has begun, also when its client is gone: only then may the database be
 * closed. A client that does not send the rest of its body is cut off: it must not keep everything else from stopping.
 */
export function stopGracefully(
  app: FastifyInstance,
  connections: Connections,
  limits: Pick<HttpLimits, 'stoppingBodyMs'>,
  health?: Pick<Health, 'requireState'>,
): void {
  let isStopping = false;
  let closing: NodeJS.Timeout | undefined;
  const running = new Set<FastifyRequest>();
  let onFinished = () => {};

  // A call has ended when its response was handed over and its connection is done with it, in whichever order.
  const endOneSide = (request: FastifyRequest) => {
    request.openSides -= 1;
    if (request.openSides !== 0) return;
    running.delete(request);
    if (running.size === 0) onFinished();
  };

  const cutWithoutBody = () => {
    for (const { raw } of running) {
      if (lacksBody({ hasBody: hasBody(raw), request: raw })) raw.socket.destroy();
    }
  };

  health?.requireState('stopping', () => !isStopping);

  app.decorateRequest('openSides', 0);
  app.decorateRequest('hasResponse', false);
  app.addHook('onRequest', (request, reply, done) => {
    running.add(request);
    request.openSides = 2;
    reply.raw.once('close', () => endOneSide(request));
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    // An error while the response is prepared leads here once more.
    if (!request.hasResponse) {
      request.hasResponse = true;
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
    const waitedUntil = performance.now() + limits.stoppingBodyMs;
    let isOver = false;
    closing = setInterval(() => {
      connections.closeUnused();
      // At the second look: what arrived during a pause of this process has been read by then.
      if (isOver) cutWithoutBody();
      isOver = performance.now() >= waitedUntil;
    }, CLOSE_UNUSED_MS);
  });
  app.addHook('onClose', async () => {
    if (running.size > 0) {
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
    hasResponse: boolean;
  }
}
