import { buildApp } from '../../../src/app.ts';
import type { Role } from '../../../src/platform/db/tables.ts';
import type { Access } from '../../../src/platform/http/access.ts';
import { openRateLimiter } from '../../../src/platform/http/rate-limit.ts';
import { createLog } from '../../../src/platform/log.ts';
import type { WholeService } from '../../helpers/whole-service.ts';

export interface WebRoute {
  method: string;
  /** Below /app/api, as declared: `/workspaces/:workspace/api-keys/:id`. */
  url: string;
  access: Access;
  /** The names its query may have. */
  queryFields: string[];
}

export interface WorkspaceRoute extends Omit<WebRoute, 'access'> {
  role: Role;
  confirmed: boolean;
}

/** Every route of the session API that the app says it serves, and what each declares; HEAD comes with GET. */
export async function listWebRoutes(services: WholeService): Promise<WebRoute[]> {
  const found: WebRoute[] = [];
  const log = createLog('silent');
  const rateLimiter = await openRateLimiter({ redisUrl: undefined, log, clock: services.clock });
  const app = await buildApp({
    services,
    platform: services,
    rateLimiter,
    log,
    trustProxy: 0,
    async prepare(app) {
      app.addHook('onRoute', ({ method, url, config, schema }) => {
        const access = config?.access as Access | undefined;
        if (access === undefined || !url.startsWith('/app/api/')) return;
        const path = url.slice('/app/api'.length);
        const { shape = {} } = (schema?.querystring ?? {}) as { shape?: object };
        const queryFields = Object.keys(shape);
        for (const one of [method].flat())
          if (one !== 'HEAD') found.push({ method: one, url: path, access, queryFields });
      });
    },
  });
  await app.close();
  await rateLimiter.close();
  return found;
}

export async function listWorkspaceRoutes(services: WholeService): Promise<WorkspaceRoute[]> {
  const routes = await listWebRoutes(services);
  return routes.flatMap(({ access, ...route }) =>
    access.kind === 'member' ? [{ ...route, role: access.role, confirmed: access.confirmed }] : [],
  );
}
