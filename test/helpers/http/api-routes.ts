import { API_DEMANDS, scopeIn } from '../../api/authentication/demands.ts';

export type RouteMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface ApiRoute {
  method: RouteMethod;
  /** As declared: `/v1/photo-requests/:id`. */
  url: string;
  /** null: any active key will do. */
  scope: string | null;
}

/**
 * Every route behind an API key and the one permission it needs. The test helpers need a test key and play a whole
 * customer: their own tests try the permissions, and strangers.
 */
export const API_ROUTES: readonly ApiRoute[] = Object.entries(API_DEMANDS)
  .map(([route, demand]) => {
    const [method, url = ''] = route.split(' ');
    return { method: method as RouteMethod, url, scope: scopeIn(demand) };
  })
  .filter(({ url }) => !url.startsWith('/v1/test-helpers/'));
