import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import type { Environment } from '../../../src/platform/db/tables.ts';
import type { PlanId } from '../../../src/workspaces/plans.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';

describe('the limits of a plan', () => {
  let created = 0;
  const api = useTestApp();

  /** Without any key, unlike the ones tests usually get. */
  async function emptyWorkspace(plan: PlanId): Promise<string> {
    created += 1;
    const { workspaceId } = await api.services.identity.ownedWorkspaces.create(OPERATOR, {
      name: 'Limits',
      email: `limits-${created}@example.com`,
      password: 'four kettles sing on Monday',
      plan,
    });
    return workspaceId;
  }

  /** "ok", or the code it was refused with. */
  async function create(workspaceId: string, environment: Environment): Promise<string> {
    return api.createKey(workspaceId, { environment }).then(
      () => 'ok',
      (error: { code: string }) => error.code,
    );
  }

  const count = async (workspaceId: string) => (await api.services.apiKeys.list(workspaceId)).length;

  describe('on API keys', () => {
    it('should be 5 on Professional, live and test together', async () => {
      const workspaceId = await emptyWorkspace('professional');
      for (const environment of ['live', 'test', 'live', 'test', 'live'] as const) {
        expect(await create(workspaceId, environment)).toBe('ok');
      }
      expect(await create(workspaceId, 'live')).toBe('plan_upgrade_required');
      expect(await create(workspaceId, 'test')).toBe('plan_upgrade_required');
      expect(await count(workspaceId)).toBe(5);
    });

    it('should be 5 on Professional in one environment too, inactive ones included', async () => {
      const workspaceId = await emptyWorkspace('professional');
      for (let i = 0; i < 5; i++) await api.createKey(workspaceId, { environment: 'test', isActive: false });
      expect(await create(workspaceId, 'test')).toBe('plan_upgrade_required');
    });

    it('should leave exactly 5 of 20 that are created at once on Professional', async () => {
      const workspaceId = await emptyWorkspace('professional');
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, i) => create(workspaceId, i % 2 === 0 ? 'live' : 'test')),
      );
      expect(results.filter((result) => result === 'ok')).toHaveLength(5);
      expect(results.filter((result) => result === 'plan_upgrade_required')).toHaveLength(15);
      expect(await count(workspaceId)).toBe(5);
    });

    it('should have room again when a key is deleted, but not when one is regenerated', async () => {
      const workspaceId = await emptyWorkspace('professional');
      const keys = await Promise.all(Array.from({ length: 5 }, () => api.createKey(workspaceId)));
      const [first, second] = keys.map(({ id }) => id) as [string, string];
      await api.services.apiKeys.regenerate(OPERATOR, workspaceId, first);
      expect(await create(workspaceId, 'live')).toBe('plan_upgrade_required');
      await api.services.apiKeys.delete(OPERATOR, workspaceId, second);
      expect(await create(workspaceId, 'live')).toBe('ok');
      expect(await create(workspaceId, 'live')).toBe('plan_upgrade_required');
    });

    it('should be one live and one test on Developer Free, also at once', async () => {
      const workspaceId = await emptyWorkspace('developer_free');
      const results = await Promise.all(
        (['live', 'live', 'test', 'live', 'test', 'test'] as const).map((environment) =>
          create(workspaceId, environment),
        ),
      );
      expect(results.filter((result) => result === 'ok')).toHaveLength(2);
      const environments = (await api.services.apiKeys.list(workspaceId)).map(
        ({ environment }) => environment,
      );
      expect(environments.sort()).toEqual(['live', 'test']);
    });

    it('should be none on Starter', async () => {
      const workspaceId = await emptyWorkspace('starter');
      expect(await create(workspaceId, 'live')).toBe('plan_upgrade_required');
      expect(await create(workspaceId, 'test')).toBe('plan_upgrade_required');
      expect(await count(workspaceId)).toBe(0);
    });

    it('should be absent on Enterprise', async () => {
      const workspaceId = await emptyWorkspace('enterprise');
      const results = await Promise.all(Array.from({ length: 12 }, () => create(workspaceId, 'live')));
      expect(results.every((result) => result === 'ok')).toBe(true);
    });

    it('should count each workspace by itself', async () => {
      const [one, two] = [await emptyWorkspace('professional'), await emptyWorkspace('professional')];
      await Promise.all(Array.from({ length: 10 }, () => create(one, 'live')));
      expect(await create(two, 'live')).toBe('ok');
    });

    it('should say not_found for a workspace that is not there', async () => {
      expect(await create('ws_none', 'live')).toBe('not_found');
    });
  });

  describe('on permanent links', () => {
    const post = (key: string, headers: Record<string, string> = {}) =>
      api.call('POST', '/v1/permanent-links', { key, body: { name: 'Returns desk' }, headers });

    it.each([
      ['developer_free', 1],
      ['professional', 10],
    ] as const)('should hold on %s when 15 are created at once', async (plan, limit) => {
      const workspace = await api.createWorkspace({ plan });
      const responses = await Promise.all(Array.from({ length: 15 }, () => post(workspace.live.key)));
      const statuses = responses.map(({ statusCode }) => statusCode);
      expect(statuses.filter((status) => status === 201)).toHaveLength(limit);
      expect(statuses.filter((status) => status === 403)).toHaveLength(15 - limit);
      const refused = responses.find(({ statusCode }) => statusCode === 403);
      expect(refused?.json().error.code).toBe('plan_upgrade_required');
      const listed = await api.call('GET', '/v1/permanent-links?limit=100', { key: workspace.live.key });
      expect(listed.json().data).toHaveLength(limit);
    });

    it('should hold when 10 are created at once, each with an Idempotency-Key of its own', async () => {
      const deadlocks = watchDeadlocks();
      const workspace = await api.createWorkspace({ plan: 'developer_free' });
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, i) => post(workspace.live.key, { 'idempotency-key': `link-${i}` })),
      );
      // They must not wait for each other in a ring until the database breaks the deadlock, a second at a time.
      expect(deadlocks).toEqual([]);
      const statuses = responses.map(({ statusCode }) => statusCode).sort();
      expect(statuses).toEqual([201, ...Array(9).fill(403)]);
    });

    it('should have room again when a link is deleted', async () => {
      const { live } = await api.createWorkspace({ plan: 'developer_free' });
      const { id } = (await post(live.key)).json().data;
      expect((await post(live.key)).statusCode).toBe(403);
      await api.call('DELETE', `/v1/permanent-links/${id}`, { key: live.key });
      expect((await post(live.key)).statusCode).toBe(201);
    });

    it('should not be used up by test links', async () => {
      const { live, test } = await api.createWorkspace({ plan: 'developer_free' });
      expect((await post(test.key)).statusCode).toBe(201);
      expect((await post(live.key)).statusCode).toBe(201);
    });
  });
});

/** Statements that PostgreSQL ends because of a deadlock, until the end of the test. The service runs their transactions again. */
function watchDeadlocks(): unknown[] {
  const found: unknown[] = [];
  const { query } = pg.Client.prototype;
  const watched = vi.spyOn(pg.Client.prototype, 'query');
  watched.mockImplementation(function (this: pg.Client, ...statement: unknown[]) {
    const result: unknown = query.apply(this, statement as never);
    if (result instanceof Promise) result.catch((error) => error.code === '40P01' && found.push(error));
    return result as never;
  });
  onTestFinished(() => watched.mockRestore());
  return found;
}
