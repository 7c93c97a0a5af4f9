import { createHash, timingSafeEqual } from 'node:crypto';
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../platform/errors.ts';
import { METRICS_TOKEN } from '../platform/http/access.ts';
import { createServer } from '../platform/http/node-http.ts';
import type { MetricsCollector } from './metrics.ts';

type Print = MetricsCollector['print'];

/** On the service's own port, for whoever has the token. */
export function addMetricsRoute(app: FastifyInstance, print: Print, token: string): void {
  const wanted = digest(`Bearer ${token}`);
  app.get(
    '/metrics',
    {
      config: { access: METRICS_TOKEN, isAlwaysTaken: true },
      exposeHeadRoute: false,
      schema: { hide: true },
    },
    async (request, reply) => {
      // Digests have one length, so that comparing them tells nothing of the token's.
      if (!timingSafeEqual(digest(request.headers.authorization ?? ''), wanted)) {
        reply.header('www-authenticate', 'Bearer');
        throw new ServiceError('unauthorized', 'The metrics require a token: Authorization: Bearer <token>.');
      }
      const { text, contentType } = await print();
      return reply.type(contentType).send(text);
    },
  );
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** On a port of its own, which the operator keeps to himself. */
export async function listenForMetrics(
  print: Print,
  { port, host }: { port: number; host: string },
): Promise<Server> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0];
    if (path !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Only GET /metrics is available here.\n');
      return;
    }
    print().then(
      ({ text, contentType }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}
