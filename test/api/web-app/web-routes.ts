import type { Access } from '../../../src/api-keys/access.ts';
import { buildApp } from '../../../src/app.ts';
import type { Role } from '../../../src/platform/db/tables.ts';
import { openRateLimiter } from '../../../src/platform/http/rate-limit.ts';
import { createLog } from '../../../src/platform/log.ts';
import type { Services } from '../../../src/services.ts';

export interface WorkspaceRoute {
  method: string;
  /** Below /app/api, as declared: `/workspaces/:workspace/api-keys/:id`. */
  url: string;
  role: Role;
  confirmed: boolean;
}

/** Every route of a workspace that the app says it serves, and what each declares; HEAD comes with GET. */
export async function listWorkspaceRoutes(services: Services): Promise<WorkspaceRoute[]> {
  const found: WorkspaceRoute[] = [];
  const log = createLog('silent');
  const rateLimiter = await openRateLimiter({ redisUrl: undefined, log, clock: services.clock });
  const app = await buildApp({
    services,
    rateLimiter,
    log,
    trustProxy: 0,
    async prepare(app) {
      app.addHook('onRoute', ({ method, url, config }) => {
        const access = config?.access as Access | undefined;
        if (access?.kind !== 'member') return;
        const path = url.slice('/app/api'.length);
        for (const one of [method].flat()) {
          if (one !== 'HEAD') found.push({ method: one, url: path, ...access });
        }
      });
    },
  });
  await app.close();
  await rateLimiter.close();
  return found;
}
