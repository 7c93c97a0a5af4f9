import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { countStored, NOTHING_STORED } from '../../helpers/app/stored-objects.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { API_ROUTES } from '../../helpers/http/api-routes.ts';
import { TRACE } from '../../helpers/http/expect-response.ts';

describe('a workspace that may not use the API', () => {
  const api = useTestApp();

  const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, key: string) =>
    api.call(method, url.replace(':id', 'req_none'), {
      key,
      ...(method === 'POST' || method === 'PATCH' ? { body: { instructions: 'A photo', name: 'Name' } } : {}),
    });

  it.each(API_ROUTES)('should be refused $method $url on the Starter plan', async ({ method, url }) => {
    const workspace = await api.createWorkspace({ plan: 'starter' });
    for (const { key } of [workspace.live, workspace.test]) {
      const response = await call(method, url, key);
      expect(response.statusCode).toBe(403);
      expect(response.json()).toEqual({
        error: {
          code: 'plan_upgrade_required',
          message: 'The Starter plan does not include API access.',
          details: {},
          ...TRACE,
        },
      });
    }
    expect(await countStored(api, workspace.id)).toEqual(NOTHING_STORED);
  });

  it('should be let in at the very next call after an upgrade, and out after a downgrade', async () => {
    const workspace = await api.createWorkspace({ plan: 'starter' });
    const { key } = workspace.live;
    for (const [plan, status] of [
      ['developer_free', 200],
      ['starter', 403],
      ['professional', 200],
      ['starter', 403],
      ['enterprise', 200],
    ] as const) {
      await api.services.workspaces.setPlan(OPERATOR, workspace.id, plan);
      expect([plan, (await api.call('GET', '/v1/ping', { key })).statusCode]).toEqual([plan, status]);
    }
  });

  it.each(API_ROUTES)('should be refused $method $url while it is suspended', async ({ method, url }) => {
    const workspace = await api.createWorkspace();
    await api.services.workspaces.suspend(OPERATOR, workspace.id);
    for (const { key } of [workspace.live, workspace.test]) {
      const response = await call(method, url, key);
      expect(response.statusCode).toBe(403);
      expect(response.json()).toEqual({
        error: {
          code: 'workspace_restricted',
          message: 'This workspace is suspended.',
          details: {},
          ...TRACE,
        },
      });
    }
    expect(await countStored(api, workspace.id)).toEqual(NOTHING_STORED);
  });

  it('should be let in again at the very next call after it is resumed', async () => {
    const workspace = await api.createWorkspace();
    const other = await api.createWorkspace();
    const { key } = workspace.live;
    await api.services.workspaces.suspend(OPERATOR, workspace.id);
    expect((await api.call('GET', '/v1/ping', { key })).statusCode).toBe(403);
    expect((await api.call('GET', '/v1/ping', { key: other.live.key })).statusCode).toBe(200);
    await api.services.workspaces.resume(OPERATOR, workspace.id);
    expect((await api.call('GET', '/v1/ping', { key })).statusCode).toBe(200);
  });

  it('should hear 401, not 403, with a deactivated key: a refusal tells nothing about the workspace', async () => {
    const workspace = await api.createWorkspace();
    await api.services.workspaces.suspend(OPERATOR, workspace.id);
    await api.services.apiKeys.edit(OPERATOR, workspace.id, workspace.live.id, { isActive: false });
    expect((await api.call('GET', '/v1/ping', { key: workspace.live.key })).statusCode).toBe(401);
  });
});
