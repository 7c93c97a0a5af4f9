import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { createMember, createOwner, openBrowser, useOwner } from '../../helpers/app/web-browser.ts';
import { CHANGING_ROUTES } from './changing-routes.ts';
import { listWebRoutes, type WebRoute } from './web-routes.ts';

type Method = 'GET' | 'POST';

/** PostgreSQL takes neither; the second one comes only in JSON. */
const NUL = '\u0000';
const LONE_SURROGATE = '\ud800';

describe('text that no database keeps', () => {
  const api = useTestApp({ platform: { signUp: 'open', mailConfigured: true } });
  const owner = useOwner(api);
  let routes: WebRoute[];
  beforeAll(async () => {
    routes = await listWebRoutes(api.services);
  });

  const complaints = () => api.logLines().filter(({ level }) => Number(level) >= 50);

  it('should name nothing in any part of any address', async () => {
    const { browser } = await createMember(api, owner.workspaceId, 'owner');
    let tried = 0;
    for (const { method, url } of routes) {
      const names = url.match(/:\w+/g) ?? [];
      for (const name of names) {
        for (const value of ['%00', `${owner.workspaceId}%00`]) {
          const path = url.replace(name, value).replace(':workspace', owner.workspaceId);
          const response = await browser.call(method as Method, path.replaceAll(/:\w+/g, 'x'), {});
          expect([method, path, response.statusCode]).toEqual([method, path, 404]);
          tried += 1;
          // As slowly as one person may call.
          api.clock.advance(1_000);
        }
      }
    }
    expect(tried).toBeGreaterThan(100);
    expect(complaints()).toEqual([]);
  });

  it('should be refused in every field of every query', async () => {
    let tried = 0;
    for (const { method, url, queryFields } of routes) {
      const path = url.replace(':workspace', owner.workspaceId).replaceAll(/:\w+/g, 'x');
      for (const field of queryFields) {
        const response = await owner.browser.call(method as Method, `${path}?${field}=a%00b`);
        // Where there is no such thing, no one looks at the query.
        const refusals = path.includes('/x') ? [400, 404] : [400];
        expect(refusals, `${path} ${field}`).toContain(response.statusCode);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(15);
    expect(complaints()).toEqual([]);
  });

  it.each(Object.keys(CHANGING_ROUTES))('should be refused in every text of the body of %s', async (name) => {
    const [method = '', url = ''] = name.split(' ');
    const { id = '', body = {}, environment = 'live' } = (await CHANGING_ROUTES[name]?.(api, owner)) ?? {};
    const path = `${owner.path}${url.replace(/:\w+/, id)}?environment=${environment}`;
    for (const [field, value] of Object.entries(body)) {
      if (typeof value !== 'string') continue;
      for (const bad of [NUL, LONE_SURROGATE]) {
        api.clock.advance(1_000);
        const response = await owner.browser.call(method as Method, path, { ...body, [field]: value + bad });
        expect([field, response.statusCode]).toEqual([field, 422]);
      }
    }
  });

  it.each([
    ['/sign-in', { email: 'a@example.com', password: 'x' }, [401, 422]],
    ['/reset-password/request', { email: 'a@example.com' }, [200, 422]],
    ['/reset-password', { token: 'x', password: 'seven quiet lamps at noon' }, [410]],
    ['/verify-email', { token: 'x' }, [410]],
    ['/sign-up', { email: 'a@example.com', name: 'A', workspace_name: 'B' }, [422]],
    ['/sign-up', { email: 'a@example.com', password: 'seven quiet lamps', invitation: 'x' }, [410, 422]],
    [
      '/set-up',
      { token: 'x', email: 'a@example.com', password: 'seven quiet lamps', workspace_name: 'A' },
      [410, 422],
    ],
    ['/sign-in/second-factor', { code: '123456' }, [401]],
  ])('should do no harm in what anyone can send to %s', async (path, body, statuses) => {
    for (const [field, value] of Object.entries(body)) {
      for (const bad of [NUL, LONE_SURROGATE]) {
        const response = await openBrowser(api).call('POST', path, { ...body, [field]: value + bad });
        expect(statuses, `${field}: ${response.body}`).toContain(response.statusCode);
      }
    }
    expect(complaints()).toEqual([]);
  });

  it('should do no harm in what people say of themselves', async () => {
    const { browser } = await createOwner(api);
    const bodies: [Method | 'PATCH', string, object][] = [
      ['PATCH', '/account', { name: `A${NUL}` }],
      ['PATCH', '/account', { email: `a${NUL}@example.com` }],
      ['POST', '/workspaces', { name: NUL }],
      ['POST', '/session/confirm', { password: NUL }],
      ['POST', '/account/password', { current: NUL, new: NUL }],
    ];
    for (const [method, path, body] of bodies) {
      const response = await browser.call(method as Method, path, body);
      expect([401, 422], `${path}: ${response.body}`).toContain(response.statusCode);
    }
    expect(complaints()).toEqual([]);
  });
});
