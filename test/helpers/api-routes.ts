import { buildApp } from '../../src/app.ts';
import { openRateLimiter } from '../../src/platform/http/rate-limit.ts';
import { createLog } from '../../src/platform/log.ts';
import type { WholeService } from './whole-service.ts';

export type RouteMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface ApiRoute {
  method: RouteMethod;
  /** As declared: `/v1/photo-requests/:id`. */
  url: string;
  /** null: any active key will do. */
  scope: string | null;
}

/** Every route behind an API key and the one permission it needs, written down by hand (spec 4, design part 4). */
export const API_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', url: '/v1/status', scope: null },
  { method: 'GET', url: '/v1/ping', scope: null },
  { method: 'GET', url: '/v1/stats', scope: 'stats:read' },
  { method: 'GET', url: '/v1/photo-requests', scope: 'photo_requests:read' },
  { method: 'POST', url: '/v1/photo-requests', scope: 'photo_requests:write' },
  { method: 'GET', url: '/v1/photo-requests/:id', scope: 'photo_requests:read' },
  { method: 'DELETE', url: '/v1/photo-requests/:id', scope: 'photo_requests:write' },
  { method: 'GET', url: '/v1/permanent-links', scope: 'permanent_links:read' },
  { method: 'POST', url: '/v1/permanent-links', scope: 'permanent_links:write' },
  { method: 'GET', url: '/v1/permanent-links/:id', scope: 'permanent_links:read' },
  { method: 'PATCH', url: '/v1/permanent-links/:id', scope: 'permanent_links:write' },
  { method: 'DELETE', url: '/v1/permanent-links/:id', scope: 'permanent_links:write' },
];

/** They need a test key and play a whole customer: the tests of each try the permissions, and strangers, by themselves. */
export const TEST_HELPER_ROUTES: readonly ApiRoute[] = [
  { method: 'POST', url: '/v1/test-helpers/photo-requests/:id/submit', scope: 'photo_requests:write' },
];

/** What the app itself says it serves under /v1, as "METHOD url"; HEAD comes with every GET and is left out, like the test helpers above. */
export async function listApiRoutes(services: WholeService): Promise<string[]> {
  const found: string[] = [];
  const log = createLog('silent');
  const rateLimiter = await openRateLimiter({ redisUrl: undefined, log, clock: services.clock });
  const app = await buildApp({
    services,
    platform: services,
    rateLimiter,
    log,
    trustProxy: 0,
    async prepare(app) {
      app.addHook('onRoute', ({ method, url }) => {
        for (const one of [method].flat()) {
          if (one !== 'HEAD' && url.startsWith('/v1')) found.push(`${one} ${url}`);
        }
      });
    },
  });
  await app.close();
  await rateLimiter.close();
  const helpers = TEST_HELPER_ROUTES.map(({ method, url }) => `${method} ${url}`);
  return found.filter((route) => !helpers.includes(route)).sort();
}
