import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { SCOPES, type Scope } from '../../../src/shared/scopes.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { readAllTables, rowOf, updateRows } from '../../helpers/database/stored-rows.ts';

/** As the first release stored them. */
const FIRST_SCOPES: Scope[] = [
  'photo_requests:read',
  'photo_requests:write',
  'permanent_links:read',
  'permanent_links:write',
  'stats:read',
];

describe('what is stored of an API key', () => {
  const api = useTestApp();

  it('should never be its value, in no column of any table', async () => {
    const workspace = await api.createWorkspace();
    const again = await api.services.apiKeys.regenerate(OPERATOR, workspace.id, workspace.test.id);
    const values = [workspace.live.key, workspace.test.key, again.key];
    for (const key of [workspace.live.key, again.key]) {
      const response = await api.call('POST', '/v1/photo-requests', {
        key,
        body: { instructions: 'A photo, please' },
        headers: { 'idempotency-key': 'one' },
      });
      expect(response.statusCode).toBe(201);
    }

    const tables = await readAllTables(api.database);
    expect(Object.keys(tables)).toEqual(expect.arrayContaining(['api_keys', 'idempotency_keys', 'users']));
    const dump = JSON.stringify(tables);
    expect(dump).toContain(workspace.live.id);
    for (const value of values) {
      expect(dump).not.toContain(value);
      // Nor its secret part without the prefix, nor all but a few characters of it.
      expect(dump).not.toContain(value.slice(9, 35));
      expect(dump).not.toContain(value.slice(-12));
      expect(dump).not.toContain(Buffer.from(value).toString('base64').slice(0, 48));
      expect(dump).not.toContain(Buffer.from(value).toString('hex'));
    }
  });

  it('should show its owner a masked form, name, state, last use and creation, and no value', async () => {
    const workspace = await api.createWorkspace();
    const created = api.clock.now();
    const { key, ...issued } = await api.createKey(workspace.id, {
      environment: 'test',
      name: 'CI',
      scopes: ['stats:read'],
    });
    expect(issued).toEqual({
      id: expect.stringMatching(/^key_[0-9a-z]{20,}$/),
      workspaceId: workspace.id,
      environment: 'test',
      name: 'CI',
      isActive: true,
      maskedKey: `shp_test_…${key.slice(-4)}`,
      scopes: ['stats:read'],
      lastUsedAt: null,
      createdAt: created,
    });
    const listed = await api.services.apiKeys.list(workspace.id);
    expect(listed).toContainEqual(issued);
    expect(JSON.stringify(listed)).not.toContain(key.slice(9, 35));
  });

  it('should not be a password in the clear either', async () => {
    await api.services.identity.ownedWorkspaces.create(OPERATOR, {
      name: 'Passwords',
      email: 'password@example.com',
      password: 'a very particular password',
      plan: 'enterprise',
    });
    expect(JSON.stringify(await readAllTables(api.database))).not.toContain('a very particular password');
  });

  it('should have every permission unless fewer were asked for', async () => {
    const workspace = await api.createWorkspace();
    expect([...workspace.live.scopes].sort()).toEqual([
      'members:read',
      'members:write',
      'permanent_links:read',
      'permanent_links:write',
      'photo_requests:read',
      'photo_requests:write',
      'stats:read',
      'webhooks:read',
      'webhooks:write',
    ]);
  });

  it('should be full access when it was that in the first release', async () => {
    const { id, live } = await api.createWorkspace();
    const scopes = JSON.stringify(FIRST_SCOPES);
    await updateRows(api.database, 'api_keys', { id: live.id }, { scopes });
    const [stored] = await api.services.apiKeys.list(id);
    expect(stored?.scopes).toEqual(SCOPES);
  });

  it('should be full access for good, and readable for a node of the release before', async () => {
    const { live } = await api.createWorkspace();
    const { scopes } = await rowOf(api.database, 'api_keys', { id: live.id });
    const stored: string[] = JSON.parse(scopes);
    expect(stored[0]).toBe('*');
    expect(stored).toEqual(expect.arrayContaining(FIRST_SCOPES));
  });

  it('should stay without the newer permissions when just the first ones were chosen', async () => {
    const { id } = await api.createWorkspace();
    const { key } = await api.createKey(id, { scopes: FIRST_SCOPES });
    expect((await api.call('GET', '/v1/photo-requests', { key })).statusCode).toBe(200);
    expect((await api.call('GET', '/v1/webhook-endpoints', { key })).statusCode).toBe(403);
  });
});
