import { beforeAll, describe, expect, it } from 'vitest';
import type { Access } from '../../../src/platform/http/access.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { type DeclaredRoute, listDeclaredRoutes } from '../../helpers/http/declared-routes.ts';
import { API_DEMANDS, type Demand, OPEN_DEMANDS, SESSION_DEMANDS } from './demands.ts';

const SESSION_API = '/app/api';

/** That each route refuses everyone else is tried in matrix.test.ts and permissions.403.test.ts, by the same table. */
describe('what a route demands', () => {
  const api = useTestApp();
  let routes: DeclaredRoute[];
  beforeAll(async () => {
    routes = await listDeclaredRoutes(api.services);
  });

  const declaredBy = (belongs: (url: string) => boolean, prefix = '') =>
    Object.fromEntries(
      routes
        .filter(({ url }) => belongs(url))
        .map(({ method, url, access }) => [`${method} ${url.slice(prefix.length)}`, demandOf(access)]),
    );
  const isOfSession = (url: string) => url.startsWith(`${SESSION_API}/`);
  const isOfApi = (url: string) => url.startsWith('/v1/') && url !== '/v1/openapi.json';

  it('should be what is written down for the API', () => {
    expect(declaredBy(isOfApi)).toEqual(API_DEMANDS);
  });

  it('should be what is written down for the web application', () => {
    expect(declaredBy(isOfSession, SESSION_API)).toEqual(SESSION_DEMANDS);
  });

  it('should be what is written down for pages, files, probes and customers', () => {
    expect(declaredBy((url) => !isOfSession(url) && !isOfApi(url))).toEqual(OPEN_DEMANDS);
  });
});

function demandOf(access: Access): Demand {
  switch (access.kind) {
    case 'public':
      return 'nothing';
    case 'capture_session':
      return 'customer session';
    case 'signed_link':
      return 'signed link';
    case 'api_key':
      return access.scope === null ? 'any API key' : `API key with ${access.scope}`;
    case 'signed_in':
      return access.confirmed ? 'sign-in + password' : 'sign-in';
    case 'member':
      return access.confirmed ? `${access.role} + password` : access.role;
    case 'phone_provider':
      return 'signature of the phone provider';
    case 'metrics_token':
      throw new Error('The metrics have a port or a token of their own, and a test: metrics.test.ts');
  }
}
