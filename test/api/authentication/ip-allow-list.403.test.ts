import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { type TestApp, type TestWorkspace, useTestApp } from '../../helpers/app/test-app.ts';
import { API_ROUTES } from '../../helpers/http/api-routes.ts';
import { TRACE } from '../../helpers/http/expect-response.ts';

const REFUSED = {
  error: {
    code: 'workspace_restricted',
    message: 'This workspace does not accept API calls from your IP address.',
    details: {},
    ...TRACE,
  },
};

async function restrictedTo(api: TestApp, networks: string[]): Promise<TestWorkspace> {
  const workspace = await api.createWorkspace();
  await api.services.workspaces.setIpAllowList(OPERATOR, workspace.id, networks);
  return workspace;
}

function caller(api: TestApp, workspace: TestWorkspace) {
  return async (remoteAddress: string, forwardedFor?: string): Promise<number> => {
    const response = await api.call('GET', '/v1/ping', {
      key: workspace.live.key,
      remoteAddress,
      headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
    });
    if (response.statusCode !== 200) expect(response.json()).toEqual(REFUSED);
    return response.statusCode;
  };
}

describe('the IP allow-list of a workspace', () => {
  const api = useTestApp();

  it('should let everyone in while there is none', async () => {
    const call = caller(api, await api.createWorkspace());
    for (const address of ['127.0.0.1', '198.51.100.1', '2001:db8::1', '::ffff:198.51.100.1']) {
      expect(await call(address)).toBe(200);
    }
  });

  it('should let in IPv4 and IPv6 networks and single addresses, and keep out all others', async () => {
    const call = caller(api, await restrictedTo(api, ['203.0.113.0/24', '198.51.100.7', '2001:db8:1::/48']));
    for (const address of [
      '203.0.113.1',
      '203.0.113.255',
      '198.51.100.7',
      '2001:db8:1::1',
      '2001:db8:1:ffff:ffff::',
      '::ffff:203.0.113.9',
      '::ffff:198.51.100.7',
    ]) {
      expect([address, await call(address)]).toEqual([address, 200]);
    }
    for (const address of [
      '203.0.112.255',
      '203.0.114.0',
      '198.51.100.8',
      '2001:db8:2::1',
      '::1',
      '127.0.0.1',
      '::ffff:203.0.114.1',
    ]) {
      expect([address, await call(address)]).toEqual([address, 403]);
    }
  });

  it.each(API_ROUTES)('should guard $method $url', async ({ method, url }) => {
    const workspace = await restrictedTo(api, ['203.0.113.0/24']);
    for (const { key } of [workspace.live, workspace.test]) {
      const response = await api.call(method, url.replace(':id', 'req_none'), {
        key,
        body: { instructions: 'x' },
      });
      expect(response.statusCode).toBe(403);
      expect(response.json()).toEqual(REFUSED);
    }
  });

  it('should count at the very next call when it is changed or lifted, and not for other workspaces', async () => {
    const workspace = await restrictedTo(api, ['203.0.113.0/24']);
    const call = caller(api, workspace);
    expect(await call('192.0.2.1')).toBe(403);
    expect(await caller(api, await api.createWorkspace())('192.0.2.1')).toBe(200);
    await api.services.workspaces.setIpAllowList(OPERATOR, workspace.id, ['192.0.2.0/24']);
    expect(await call('192.0.2.1')).toBe(200);
    expect(await call('203.0.113.1')).toBe(403);
    await api.services.workspaces.setIpAllowList(OPERATOR, workspace.id, []);
    expect(await call('203.0.113.1')).toBe(200);
  });

  it('should not be told by a client who it is: X-Forwarded-For and its like are ignored', async () => {
    const workspace = await restrictedTo(api, ['203.0.113.0/24']);
    expect(await caller(api, workspace)('192.0.2.1', '203.0.113.1')).toBe(403);
    expect(await caller(api, workspace)('203.0.113.1', '192.0.2.1')).toBe(200);
    const response = await api.call('GET', '/v1/ping', {
      key: workspace.live.key,
      remoteAddress: '192.0.2.1',
      headers: { forwarded: 'for=203.0.113.1', 'x-real-ip': '203.0.113.1', 'true-client-ip': '203.0.113.1' },
    });
    expect(response.statusCode).toBe(403);
  });

  it.each([['not a network'], ['10.0.0.0/33'], ['10.0.0.1', 'example.com']])(
    'should not take %s, and stay as it was',
    async (...networks) => {
      const workspace = await restrictedTo(api, ['203.0.113.0/24']);
      await expect(
        (async () => api.services.workspaces.setIpAllowList(OPERATOR, workspace.id, networks))(),
      ).rejects.toMatchObject({ code: 'validation_error' });
      expect(await caller(api, workspace)('203.0.113.1')).toBe(200);
      expect(await caller(api, workspace)('192.0.2.1')).toBe(403);
    },
  );
});

describe('the IP allow-list behind one trusted proxy', () => {
  const api = useTestApp({ trustProxy: 1 });

  it('should count the address that the proxy saw, which is the right-most one', async () => {
    const call = caller(api, await restrictedTo(api, ['203.0.113.0/24', '2001:db8::/32']));
    expect(await call('10.0.0.1', '203.0.113.1')).toBe(200);
    expect(await call('10.0.0.1', '192.0.2.1, 203.0.113.1')).toBe(200);
    expect(await call('10.0.0.1', '2001:db8::7')).toBe(200);
    expect(await call('10.0.0.1', '192.0.2.1')).toBe(403);
  });

  it('should not believe what a client put to the left of it', async () => {
    const call = caller(api, await restrictedTo(api, ['203.0.113.0/24']));
    expect(await call('10.0.0.1', '203.0.113.1, 192.0.2.1')).toBe(403);
    expect(await call('10.0.0.1', '203.0.113.1, 203.0.113.2, 192.0.2.1')).toBe(403);
  });

  it('should count the proxy’s own address when it says nothing', async () => {
    const call = caller(api, await restrictedTo(api, ['203.0.113.0/24']));
    expect(await call('203.0.113.9')).toBe(200);
    expect(await call('10.0.0.1')).toBe(403);
  });

  it.each([
    '203.0.113.1:443',
    '::ffff:203.0.113.1',
    '::FFFF:CB00:7101',
    '[::ffff:203.0.113.1]:443',
    '[2001:DB8::7]:443',
    'unknown, [2001:db8::7]',
  ])('should know the client in X-Forwarded-For: %s', async (value) => {
    const call = caller(api, await restrictedTo(api, ['203.0.113.0/24', '2001:db8::/32']));
    expect(await call('10.0.0.1', value)).toBe(200);
  });

  it.each([
    'unknown',
    '',
    '203.0.113.0/24',
    '%',
    'shp',
    '203.0.113.1:port',
    '203.0.113.1, unknown',
    '203.0.113.1, [203.0.113.1]x',
  ])('should keep out, and not break on, X-Forwarded-For: %s', async (value) => {
    expect(await caller(api, await restrictedTo(api, ['203.0.113.0/24']))('10.0.0.1', value)).toBe(403);
  });
});

describe('the IP allow-list behind proxies of known networks', () => {
  const api = useTestApp({ trustProxy: ['10.0.0.0/8', '2001:db8:ff::/48'] });

  it('should believe them and no one else', async () => {
    const call = caller(api, await restrictedTo(api, ['203.0.113.0/24']));
    expect(await call('10.0.0.1', '203.0.113.1')).toBe(200);
    expect(await call('2001:db8:ff::1', '203.0.113.1')).toBe(200);
    expect(await call('192.0.2.1', '203.0.113.1')).toBe(403);
  });

  it('should skip a chain of them from the right and stop at the first stranger', async () => {
    const call = caller(api, await restrictedTo(api, ['203.0.113.0/24']));
    expect(await call('10.0.0.1', '203.0.113.1, 10.2.2.2')).toBe(200);
    expect(await call('10.0.0.1', '203.0.113.1, 192.0.2.1, 10.2.2.2')).toBe(403);
  });
});
