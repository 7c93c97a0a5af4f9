import { describe, expect, it } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { apiKey, member, PUBLIC, SIGNED_IN } from '../../../src/platform/http/access.ts';
import { openRateLimiter } from '../../../src/platform/http/rate-limit.ts';
import type { App } from '../../../src/platform/http/typed-app.ts';
import { createLog } from '../../../src/platform/log.ts';
import { webAppScope } from '../../../src/web-app/access.ts';
import { startTestApp, useTestApp } from '../../helpers/app/test-app.ts';
import { codeOf, createOwner, openBrowser, PASSWORD } from '../../helpers/app/web-browser.ts';
import { refusalOf } from '../../helpers/http/expect-response.ts';

describe('a call from another site', () => {
  const api = useTestApp();

  const FORGED: [string, Record<string, string>][] = [
    ['without the header', { 'x-shutterpost': '' }],
    ['with another value of the header', { 'x-shutterpost': 'true' }],
    ['from a foreign origin', { origin: 'https://evil.test' }],
    ['from an origin that begins like ours', { origin: 'https://photos.test.evil.test' }],
    ['from our host over http', { origin: 'http://photos.test' }],
    ['from our host on another port', { origin: 'https://photos.test:8443' }],
    ['from an origin that is hidden', { origin: 'null' }],
    ['that the browser says is cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['that the browser says is of a sibling host', { 'sec-fetch-site': 'same-site' }],
    ['to the host it pretends to be', { origin: 'https://evil.test', host: 'evil.test' }],
  ];

  it.each(FORGED)('should be refused %s', async (_how, headers) => {
    const { browser } = await createOwner(api);
    const response = await browser.call('POST', '/workspaces', { name: 'Forged' }, { headers });
    expect(codeOf(response)).toEqual([403, 'csrf_refused']);
    const { workspaces } = await browser.expect<{ workspaces: unknown[] }>('GET', '/session');
    expect(workspaces).toHaveLength(1);
  });

  it.each(FORGED)('should not sign anyone in or out %s', async (_how, headers) => {
    const { email, browser } = await createOwner(api);
    const signIn = await openBrowser(api).call(
      'POST',
      '/sign-in',
      { email, password: PASSWORD },
      { headers },
    );
    expect([...codeOf(signIn), signIn.headers['set-cookie']]).toEqual([403, 'csrf_refused', undefined]);
    expect(codeOf(await browser.call('POST', '/sign-out', undefined, { headers }))).toEqual([
      403,
      'csrf_refused',
    ]);
    expect((await browser.call('GET', '/session')).statusCode).toBe(200);
  });

  it('should be let in without Origin and fetch metadata, which older browsers do not send', async () => {
    const { browser } = await createOwner(api);
    const response = await api.call('POST', '/app/api/workspaces', {
      body: { name: 'Mine' },
      headers: { cookie: browser.cookie, 'x-shutterpost': '1' },
    });
    expect(response.statusCode).toBe(201);
  });

  it('should get nothing that allows it in response to a preflight', async () => {
    const response = await api.call('OPTIONS', '/app/api/workspaces', {
      headers: { origin: 'https://evil.test', 'access-control-request-headers': 'x-shutterpost' },
    });
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('should be let in from the host it was sent to outside production, by whatever name', async () => {
    const local = await startTestApp({ platform: { isProduction: false } });
    const { browser } = await createOwner(local);
    const send = (origin: string) =>
      browser.call('POST', '/workspaces', { name: 'Mine' }, { headers: { origin, host: '10.0.0.5:3000' } });
    expect((await send('http://10.0.0.5:3000')).statusCode).toBe(201);
    expect((await send('http://10.0.0.5:4000')).statusCode).toBe(403);
    await local.close();
  });

  it('should use a plain cookie over http, where browsers refuse the safer one', async () => {
    const local = await startTestApp({
      publicUrl: 'http://localhost:3000',
      platform: { isProduction: false },
    });
    await local.services.identity.ownedWorkspaces.create(OPERATOR, {
      name: 'W',
      email: 'a@b.co',
      password: PASSWORD,
      plan: 'starter',
    });
    const response = await local.call('POST', '/app/api/sign-in', {
      body: { email: 'a@b.co', password: PASSWORD },
      headers: { 'x-shutterpost': '1', origin: 'http://localhost:3000' },
    });
    expect([response.headers['set-cookie']].flat()[0]).toMatch(
      /^shutterpost=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-/,
    );
    await local.close();
  });
});

describe('a route of the web application', () => {
  const api = useTestApp();

  it.each([
    ['an API key', '/thing', apiKey('stats:read')],
    ['members, outside of a workspace', '/thing', member('viewer')],
    ['anyone signed in, inside of a workspace', '/workspaces/:workspace/thing', SIGNED_IN],
    ['everyone, inside of a workspace', '/workspaces/:workspace', PUBLIC],
  ])('should keep the app from starting when it is for %s', async (_whom, url, access) => {
    const log = createLog('silent');
    const rateLimiter = await openRateLimiter({
      redisUrl: undefined,
      log,
      clock: api.clock.now,
      monotonic: api.clock.now,
    });
    const build = buildApp({
      services: api.services,
      platform: api.services,
      rateLimiter,
      log,
      trustProxy: 0,
      prepare: async (app) => {
        await app.register(
          async (scope) =>
            webAppScope(scope as unknown as App, { ...api.services, rateLimiter }, (group) =>
              group.get(url, { config: { access } }, async () => 'ok'),
            ),
          { prefix: '/app/api' },
        );
      },
    });
    await expect(build).rejects.toThrow(`${url} must`);
  });

  it('should not tell strangers which addresses exist', async () => {
    const stranger = openBrowser(api);
    const known = await stranger.call('GET', '/sessions');
    expect(codeOf(known)).toEqual([401, 'unauthorized']);
    expect(refusalOf(await stranger.call('GET', '/no-such-thing'))).toEqual(refusalOf(known));
    const { browser } = await createOwner(api);
    expect(codeOf(await browser.call('GET', '/no-such-thing'))).toEqual([404, 'not_found']);
  });

  it('should not take an API key for a session, nor a session for an API key', async () => {
    const { live } = await api.createWorkspace();
    expect((await api.call('GET', '/app/api/session', { key: live.key })).statusCode).toBe(401);
    const { browser } = await createOwner(api);
    const response = await api.call('GET', '/v1/stats', { headers: { cookie: browser.cookie } });
    expect(response.statusCode).toBe(401);
  });

  it('should refuse an environment that there is not', async () => {
    const { browser, path } = await createOwner(api);
    expect(codeOf(await browser.call('GET', `${path}/members?environment=prod`))).toEqual([
      400,
      'invalid_parameter',
    ]);
  });

  it('should let members of a suspended workspace read and nothing else', async () => {
    const { browser, path, workspaceId } = await createOwner(api);
    await api.services.workspaces.suspend(OPERATOR, workspaceId);
    expect((await browser.call('GET', `${path}/members`)).statusCode).toBe(200);
    const change = await browser.call('POST', `${path}/invitations`, { email: 'a@b.co', role: 'viewer' });
    expect(codeOf(change)).toEqual([403, 'workspace_restricted']);
  });
});
