import fastify, { type FastifyInstance } from 'fastify';
import { notFound } from './platform/errors.ts';
import type { Health } from './platform/health.ts';
import { requireDeclaredAccess } from './platform/http/access.ts';
import { createTraceError } from './platform/http/error-body.ts';
import { createErrorHandler } from './platform/http/error-handler.ts';
import { HTTP_LIMITS } from './platform/http/limits.ts';
import { ZOD_COMPILERS } from './platform/http/schema-compilers.ts';
import { guardServer, serverOptions } from './platform/http/server-guard.ts';
import type { Ids } from './platform/ids.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import { probeRoutes } from './service-status/routes.ts';

/** What a node that only works in the background serves: whether it is well. */
export async function buildWorkerApp(options: {
  ids: Ids;
  publicUrl: string;
  health: Health;
  metrics: Metrics | undefined;
  log: Log;
  /** Called before the routes are added. */
  observe?: (app: FastifyInstance) => void;
}): Promise<FastifyInstance> {
  const { ids, publicUrl, health, metrics, log, observe } = options;
  const newRequestId = () => ids.next('apiCall');
  const trace = createTraceError(publicUrl);
  const app = fastify({
    loggerInstance: log,
    logController: new fastify.LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    ...serverOptions(HTTP_LIMITS, { trace, newRequestId }),
    genReqId: newRequestId,
    schemaController: ZOD_COMPILERS,
  }) as unknown as FastifyInstance;
  app.setErrorHandler(createErrorHandler(trace));
  app.setNotFoundHandler(() => {
    throw notFound('This address');
  });
  requireDeclaredAccess(app);
  guardServer(app, { limits: HTTP_LIMITS, log, health, metrics });
  observe?.(app);
  probeRoutes(app as never, { health });
  await app.ready();
  return app;
}
