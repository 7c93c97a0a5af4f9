import type { Services } from '../../../src/services.ts';
import { type DeclaredRoute, listDeclaredRoutes } from '../../helpers/http/declared-routes.ts';
import { demandsPassword, roleIn, SESSION_DEMANDS } from '../authentication/demands.ts';

const SESSION_API = '/app/api';

/** Its address is the one below /app/api: `/workspaces/:workspace/api-keys/:id`. */
export type WebRoute = DeclaredRoute;

export interface WorkspaceRoute {
  method: string;
  url: string;
  role: NonNullable<ReturnType<typeof roleIn>>;
  confirmed: boolean;
}

/** Every route of the session API that the app says it serves. */
export async function listWebRoutes(services: Services): Promise<WebRoute[]> {
  const routes = await listDeclaredRoutes(services);
  return routes
    .filter(({ url }) => url.startsWith(`${SESSION_API}/`))
    .map((route) => ({ ...route, url: route.url.slice(SESSION_API.length) }));
}

/** Every route of a workspace, and what is written down that it demands. */
export const WORKSPACE_ROUTES: readonly WorkspaceRoute[] = Object.entries(SESSION_DEMANDS).flatMap(
  ([route, demand]) => {
    const [method = '', url = ''] = route.split(' ');
    const role = roleIn(demand);
    return role === undefined ? [] : [{ method, url, role, confirmed: demandsPassword(demand) }];
  },
);
