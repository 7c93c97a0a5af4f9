import { join } from 'node:path';
import { buildApp } from '../../../src/app.ts';
import { loadAssets } from '../../../src/capture/pages/index.ts';
import type { Access } from '../../../src/platform/http/access.ts';
import { openRateLimiter } from '../../../src/platform/http/rate-limit.ts';
import { createLog } from '../../../src/platform/log.ts';
import { loadWebAppAssets } from '../../../src/web-app/page-assets.ts';
import type { WholeService } from '../app/whole-service.ts';

const WEB_BUILD = join(import.meta.dirname, '../../../web/dist');

export interface DeclaredRoute {
  method: string;
  /** Such as `/v1/photo-requests/:id`. */
  url: string;
  access: Access;
  /** The names its query may have. */
  queryFields: string[];
}

/** Every route that the app says it serves, and what each declares; HEAD comes with GET and is left out. */
export async function listDeclaredRoutes(services: WholeService): Promise<DeclaredRoute[]> {
  const found: DeclaredRoute[] = [];
  const log = createLog('silent');
  const rateLimiter = await openRateLimiter({
    redisUrl: undefined,
    log,
    clock: services.clock,
    monotonic: services.clock,
  });
  const app = await buildApp({
    services,
    platform: services,
    rateLimiter,
    log,
    trustProxy: 0,
    assets: await loadAssets(WEB_BUILD),
    webApp: await loadWebAppAssets(join(WEB_BUILD, 'app')),
    async prepare(app) {
      app.addHook('onRoute', ({ method, url, config, schema }) => {
        const access = config?.access as Access;
        const { shape = {} } = (schema?.querystring ?? {}) as { shape?: object };
        for (const one of [method].flat())
          if (one !== 'HEAD') found.push({ method: one, url, access, queryFields: Object.keys(shape) });
      });
    },
  });
  await app.close();
  await rateLimiter.close();
  return found;
}
