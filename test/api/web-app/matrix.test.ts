import { beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../src/shared/roles.ts';
import { hasRole } from '../../../src/shared/roles.ts';
import { useAddress, useTestApp } from '../../helpers/app/test-app.ts';
import { createMember, createOwner, type Person } from '../../helpers/app/web-browser.ts';
import { WORKSPACE_ROUTES as routes, type WorkspaceRoute } from './web-routes.ts';

const ROLES: readonly Role[] = ['viewer', 'member', 'admin', 'owner'];
const MINUTE = 60_000;
/** Of nothing at all. */
const UNKNOWN_ID = 'req_00000000000000000000000000zz';

describe('every route of a workspace', () => {
  let workspaceId: string;
  const people = new Map<Role, Person>();
  const api = useTestApp();
  const address = useAddress(api);
  beforeAll(async () => {
    ({ workspaceId } = await createOwner(api));
    for (const role of ROLES) people.set(role, await createMember(api, workspaceId, role));
  });

  /** Whoever left is there again for the next call. */
  async function rejoin(): Promise<void> {
    const rows = [...people].map(([role, { userId }]) => ({
      workspace_id: workspaceId,
      user_id: userId,
      role,
      created_at: api.clock.now(),
    }));
    await api.database.write((trx) =>
      trx
        .insertInto('members')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
  }

  async function anotherOwner(): Promise<string> {
    const owner = await createMember(api, workspaceId, 'owner');
    people.set('owner', owner);
    return owner.browser.cookie;
  }

  /** Status and code of the response; what streams is left at once. */
  async function call(
    { method, url }: WorkspaceRoute,
    cookie: string,
    {
      headers = { 'x-shutterpost': '1' },
      environment = 'test',
    }: { headers?: object; environment?: string } = {},
  ): Promise<[number, string | undefined]> {
    const path = url.replace(':workspace', workspaceId).replace(/:\w+/g, UNKNOWN_ID);
    const leave = new AbortController();
    const response = await fetch(`${address.url}/app/api${path}?environment=${environment}`, {
      method,
      headers: { cookie, ...headers },
      signal: leave.signal,
    });
    if (url.endsWith('/leave')) await rejoin();
    if (response.headers.get('content-type')?.startsWith('application/json')) {
      const { error } = (await response.json()) as { error?: { code: string } };
      return [response.status, error?.code];
    }
    leave.abort();
    return [response.status, undefined];
  }

  it.each(ROLES)('should let in a %s exactly where they are enough', async (role) => {
    const cookie = people.get(role)?.browser.cookie ?? '';
    for (const route of routes) {
      const [status, code] = await call(route, cookie);
      const name = `${route.method} ${route.url}`;
      if (hasRole(role, route.role)) {
        expect([name, code]).not.toContain('insufficient_permission');
        expect([401, 403, 500], name).not.toContain(status);
      } else {
        expect([name, status, code]).toEqual([name, 403, 'insufficient_permission']);
      }
    }
  });

  it('should refuse whoever is not signed in', async () => {
    for (const route of routes) {
      for (const cookie of ['', '__Host-shutterpost=', `__Host-shutterpost=${'A'.repeat(43)}`]) {
        expect([route.url, ...(await call(route, cookie))]).toEqual([route.url, 401, 'unauthorized']);
      }
    }
  });

  it('should not exist for an owner of another workspace', async () => {
    const { browser } = await createOwner(api);
    for (const route of routes) {
      expect([route.url, ...(await call(route, browser.cookie))]).toEqual([route.url, 404, 'not_found']);
    }
  });

  it('should refuse what another site makes the browser send', async () => {
    const cookie = people.get('owner')?.browser.cookie ?? '';
    const forged = [
      {},
      { 'x-shutterpost': '1', origin: 'https://evil.example' },
      { 'x-shutterpost': '1', 'sec-fetch-site': 'cross-site' },
    ];
    for (const route of routes.filter(({ method }) => method !== 'GET')) {
      for (const headers of forged) {
        expect([route.url, ...(await call(route, cookie, { headers }))]).toEqual([
          route.url,
          403,
          'csrf_refused',
        ]);
      }
    }
  });

  it('should refuse an environment that does not exist', async () => {
    for (const part of partsOf(routes)) {
      const cookie = await anotherOwner();
      for (const route of part) {
        const response = await call(route, cookie, { environment: 'staging' });
        expect([route.url, ...response]).toEqual([route.url, 400, 'invalid_parameter']);
      }
    }
  });

  it('should ask for the password again where it says so, and nowhere else', async () => {
    for (const part of partsOf(routes)) {
      const cookie = await anotherOwner();
      api.clock.advance(16 * MINUTE);
      for (const route of part) {
        const [, code] = await call(route, cookie);
        expect([route.method, route.url, code === 'confirmation_required']).toEqual([
          route.method,
          route.url,
          route.confirmed,
        ]);
      }
    }
  });
});

/** As many as one person may call in a minute, which is a real one where several nodes count together. */
function partsOf(routes: readonly WorkspaceRoute[]): (readonly WorkspaceRoute[])[] {
  const length = 100;
  return routes.flatMap((_, index) => (index % length === 0 ? [routes.slice(index, index + length)] : []));
}
