import { type Clock, toWireTime } from '../platform/clock.ts';
import type { Health } from '../platform/health.ts';
import { ANY_KEY, PUBLIC } from '../platform/http/access.ts';
import { envelope, metaOf } from '../platform/http/envelope.ts';
import { errorResponses, success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { pingResponse, statusResponse } from './schema.ts';

export function serviceStatusRoutes(app: App, deps: { clock: Clock; health: Health; version: string }): void {
  const { clock, health, version } = deps;
  app.get(
    '/ping',
    {
      config: { access: ANY_KEY },
      schema: {
        operationId: 'ping',
        summary: 'Check that the key works',
        tags: ['Service'],
        response: { 200: success('The key works.', pingResponse), ...errorResponses(401, 403, 429) },
      },
    },
    async (request) => {
      const pong = { message: 'pong' as const, timestamp: toWireTime(clock()) };
      return { ...pong, data: pong, meta: metaOf(request) };
    },
  );

  app.get(
    '/status',
    {
      config: { access: ANY_KEY },
      schema: {
        operationId: 'getStatus',
        summary: 'Check the health of the API',
        tags: ['Service'],
        response: {
          200: success('The state of the service.', statusResponse),
          ...errorResponses(401, 403, 429),
        },
      },
    },
    async (request) => {
      const problems = (await Promise.all([health.findProblems(), health.findWarnings()])).flat();
      const time = toWireTime(clock());
      return envelope(
        request,
        problems.length === 0
          ? { status: 'ok' as const, version, time }
          : { status: 'degraded' as const, version, time, problems },
      );
    },
  );
}

/** For load balancers and orchestrators; outside /v1 and without a key. */
export function probeRoutes(app: App, { health }: { health: Health }): void {
  const probe = { config: { access: PUBLIC, isAlwaysTaken: true }, schema: { hide: true } };
  app.get('/healthz', probe, async () => ({ status: 'ok' }));

  app.get('/readyz', probe, async (_request, reply) => {
    const [problems, warnings] = await Promise.all([health.findProblems(), health.findWarnings()]);
    if (problems.length > 0) {
      return reply.code(503).send({ status: 'unavailable', problems: [...problems, ...warnings] });
    }
    // Still 200: a node that can do its work must not be taken out.
    return warnings.length > 0 ? { status: 'degraded', problems: warnings } : { status: 'ok' };
  });
}
