import { beforeAll, describe, expect, it } from 'vitest';
import { createMigratedDatabase, useTestDatabase } from '../helpers/database/test-database.ts';
import { useForAll } from '../helpers/hooks.ts';
import {
  type Operator,
  operatorOf,
  operatorWithProcesses,
  usePremises,
} from '../helpers/process/operator.ts';
import { useServer } from '../helpers/process/server-process.ts';

const WIRE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** Spec 2.7, 3 and 5 by the operator’s hand, beside a running server. */
describe.each(['sqlite', 'postgres'] as const)('key commands on %s', (engine) => {
  const testDatabase = useTestDatabase(() => createMigratedDatabase(engine));
  const premises = usePremises(testDatabase);
  const server = useServer(() => testDatabase.env);
  const operator = useForAll(() => operatorOf(testDatabase.env));
  let workspaceId: string;
  beforeAll(async () => {
    workspaceId = await premises.createWorkspace();
  });

  const ping = async (key: string) => (await server.call('GET', '/v1/ping', { key })).status;

  const createKey = (...options: string[]) =>
    operator.json<{ id: string; key: string }>('key', 'create', '--workspace', workspaceId, ...options);

  it('should create a key that works at the server’s next call', async () => {
    const { id, key } = await operatorWithProcesses(testDatabase.env).json<{ id: string; key: string }>(
      ...['key', 'create', '--workspace', workspaceId, '--env', 'live', '--name', 'A key'],
    );
    expect(id).toMatch(/^key_[0-9a-z]{20,}$/);
    expect(key).toMatch(/^shp_live_[0-9A-Za-z]{32}$/);
    expect(await ping(key)).toBe(200);
  });

  it('should create a key of the environment it was told', async () => {
    const created = await createKey('--env', 'test', '--name', 'T');
    expect(created).toEqual({ id: expect.any(String), key: expect.stringMatching(/^shp_test_/) });
    expect(await ping(created.key)).toBe(200);
  });

  it('should create an inactive key that works once it is activated', async () => {
    const { id, key } = await createKey('--env', 'live', '--name', 'A key', '--inactive');
    expect(await ping(key)).toBe(401);
    expect(await operator.json('key', 'activate', '--id', id)).toMatchObject({ id, active: true });
    expect(await ping(key)).toBe(200);
  });

  it('should create a key with only the scopes it was given', async () => {
    const scopes = ['--scopes', 'photo_requests:read, stats:read'];
    const { id, key } = await createKey('--env', 'live', '--name', 'A key', ...scopes);
    expect((await server.call('GET', '/v1/photo-requests', { key })).status).toBe(200);
    const refused = await server.call('POST', '/v1/photo-requests', { key, body: { instructions: 'x' } });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_permission']);
    const { data } = await operator.json<{ data: { id: string; scopes: string[] }[] }>(
      'key',
      'list',
      '--workspace',
      workspaceId,
    );
    expect(data.find((listed) => listed.id === id)?.scopes).toEqual(['photo_requests:read', 'stats:read']);
  });

  it('should deactivate a key for the server’s next call, and activate it again', async () => {
    const { id, key } = await premises.createKey(workspaceId);
    expect(await ping(key)).toBe(200);
    expect(await operator.json('key', 'deactivate', '--id', id)).toMatchObject({ id, active: false });
    expect(await ping(key)).toBe(401);
    expect(await operator.json('key', 'activate', '--id', id)).toMatchObject({ id, active: true });
    expect(await ping(key)).toBe(200);
  });

  it('should regenerate a key: the old value is dead, the new one works and is shown this once', async () => {
    const { id, key } = await premises.createKey(workspaceId);
    const regenerated = await operator.json('key', 'regenerate', '--id', id);
    expect(regenerated).toMatchObject({ id, active: true });
    expect(regenerated.key).toMatch(/^shp_live_/);
    expect(regenerated.key).not.toBe(key);
    expect(await ping(key)).toBe(401);
    expect(await ping(regenerated.key as string)).toBe(200);
  });

  it('should make an inactive key active by regenerating it', async () => {
    const { id, key } = await premises.createKey(workspaceId, { isActive: false });
    const regenerated = await operator.json('key', 'regenerate', '--id', id);
    expect(await ping(key)).toBe(401);
    expect(await ping(regenerated.key as string)).toBe(200);
  });

  it('should delete a key for good', async () => {
    const { id, key } = await premises.createKey(workspaceId);
    expect(await ping(key)).toBe(200);
    expect(await operator.json('key', 'delete', '--id', id)).toMatchObject({ id });
    expect(await ping(key)).toBe(401);
    for (const command of ['activate', 'deactivate', 'regenerate', 'delete'])
      expect(await operator.failure('key', command, '--id', id)).toMatchObject({
        exit: 1,
        code: 'not_found',
      });
    expect(await ping(key)).toBe(401);
  });

  it('should edit the name and the active flag, together or one alone', async () => {
    const { id, key } = await premises.createKey(workspaceId);
    const renamed = await operator.json('key', 'edit', '--id', id, '--name', 'Another name');
    expect(renamed).toMatchObject({ id, name: 'Another name', active: true });
    const switchedOff = await operator.json('key', 'edit', '--id', id, '--active', 'false');
    expect(switchedOff).toMatchObject({ id, name: 'Another name', active: false });
    expect(await ping(key)).toBe(401);
    const both = await operator.json('key', 'edit', '--id', id, '--name', 'Third', '--active', 'true');
    expect(both).toMatchObject({ id, name: 'Third', active: true });
    expect(await ping(key)).toBe(200);
  });

  it('should list keys masked, with name, flag, last use and creation', async () => {
    const workspace = await premises.createWorkspace();
    const used = await premises.createKey(workspace);
    const unused = await premises.createKey(workspace, { isActive: false });
    expect(await ping(used.key)).toBe(200);
    const { stdout } = await operator.run('key', 'list', '--workspace', workspace, '--json');
    const { data } = JSON.parse(stdout);
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({
      id: used.id,
      name: 'A key',
      active: true,
      masked_key: `shp_live_…${used.key.slice(-4)}`,
      last_used_at: expect.stringMatching(WIRE_TIME),
      created_at: expect.stringMatching(WIRE_TIME),
    });
    expect(data[1]).toMatchObject({ id: unused.id, active: false, last_used_at: null });
    for (const { key } of [used, unused]) expect(stdout).not.toContain(key.slice(9, -4));
  });

  it('should list nothing of a workspace without keys, and of another workspace', async () => {
    const workspace = await premises.createWorkspace();
    expect(await operator.json('key', 'list', '--workspace', workspace)).toEqual({ data: [] });
  });

  it('should leave five keys when four commands create one at once beside three on Professional', async () => {
    const workspace = await premises.createWorkspace('professional');
    const create = (by: Operator, environment: string) =>
      by.run('key', 'create', '--workspace', workspace, '--env', environment, '--name', 'A key', '--json');
    for (const environment of ['live', 'test', 'live']) await create(operator, environment);
    const processes = operatorWithProcesses(testDatabase.env);
    const results = await Promise.all(
      ['live', 'test', 'live', 'test'].map((environment) => create(processes, environment)),
    );
    expect(results.map((result) => result.code).toSorted()).toEqual([0, 0, 1, 1]);
    for (const { code, stdout } of results)
      if (code === 1) expect(JSON.parse(stdout).error.code).toBe('plan_upgrade_required');
    const { data } = await operator.json<{ data: unknown[] }>('key', 'list', '--workspace', workspace);
    expect(data).toHaveLength(5);
  });
});
