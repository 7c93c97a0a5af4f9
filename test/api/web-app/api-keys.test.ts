import { describe, expect, it } from 'vitest';
import type { WireApiKey, WireIssuedApiKey } from '../../../src/api-keys/web-schema.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { createOwner, useOwner } from '../../helpers/app/web-browser.ts';
import { expectRefusal } from '../../helpers/capture/customer.ts';
import { auditOf } from './web-requests.ts';

const MINUTE = 60_000;

describe('API keys in the web application', () => {
  const api = useTestApp();
  const owner = useOwner(api);

  const create = (body: object = {}, environment = 'live') =>
    owner.browser.expect<WireIssuedApiKey>('POST', `${owner.path}/api-keys?environment=${environment}`, {
      name: 'Billing',
      ...body,
    });
  const list = (environment = 'live') =>
    owner.browser.expect<WireApiKey[]>('GET', `${owner.path}/api-keys?environment=${environment}`);
  const ping = async (key: string) => (await api.call('GET', '/v1/ping', { key })).statusCode;

  it('should work at once, and show their value this once', async () => {
    const created = await create();
    expect(created.key).toMatch(/^shp_live_/);
    expect(await ping(created.key)).toBe(200);
    const shown = (await list()).find(({ id }) => id === created.id);
    expect(shown).toMatchObject({
      name: 'Billing',
      is_active: true,
      masked_key: `shp_live_…${created.key.slice(-4)}`,
    });
    expect(shown?.last_used_at).not.toBeNull();
    expect(JSON.stringify(await list())).not.toContain(created.key);
  });

  it('should be refused at once when deactivated, and work again when activated', async () => {
    const { id, key } = await create();
    await owner.browser.expect('PATCH', `${owner.path}/api-keys/${id}`, { is_active: false });
    expect(await ping(key)).toBe(401);
    await owner.browser.expect('PATCH', `${owner.path}/api-keys/${id}`, { is_active: true, name: 'Renamed' });
    expect(await ping(key)).toBe(200);
    const entries = (await auditOf(api, owner.workspaceId)).filter(([, subject]) => subject === id);
    expect(entries.map(([action]) => action)).toEqual([
      'api_key.created',
      'api_key.deactivated',
      'api_key.activated',
    ]);
  });

  it('should get another value when regenerated, and the old one is dead', async () => {
    const { id, key } = await create();
    const again = await owner.browser.expect<WireIssuedApiKey>(
      'POST',
      `${owner.path}/api-keys/${id}/regenerate`,
    );
    expect(again.id).toBe(id);
    expect([await ping(key), await ping(again.key)]).toEqual([401, 200]);
  });

  it('should be dead when deleted', async () => {
    const { id, key } = await create();
    await owner.browser.expect('DELETE', `${owner.path}/api-keys/${id}`);
    expect(await ping(key)).toBe(401);
    expect((await list()).map((one) => one.id)).not.toContain(id);
  });

  it('should have the scopes they are given', async () => {
    const { key, scopes } = await create({ scopes: ['stats:read'] });
    expect(scopes).toEqual(['stats:read']);
    expect((await api.call('GET', '/v1/photo-requests', { key })).statusCode).toBe(403);
    const none = await owner.browser.call('POST', `${owner.path}/api-keys`, { name: 'x', scopes: [] });
    expectRefusal(none, 422, 'validation_error');
  });

  it('should be listed and managed for both environments together', async () => {
    const chosen = await create({ environment: 'test' }, 'live');
    const { id, key } = await create({}, 'test');
    for (const value of [chosen.key, key]) expect(value).toMatch(/^shp_test_/);
    const live = await create();
    for (const environment of ['live', 'test']) {
      expect((await list(environment)).map((one) => one.id)).toEqual(
        expect.arrayContaining([chosen.id, id, live.id]),
      );
    }
    await owner.browser.expect('PATCH', `${owner.path}/api-keys/${id}`, { name: 'Seen from live' });
    await owner.browser.expect('DELETE', `${owner.path}/api-keys/${id}?environment=live`);
    expect(await ping(key)).toBe(401);
    const entries = (await auditOf(api, owner.workspaceId)).filter(([, subject]) => subject === id);
    expect(entries.map(([action]) => action)).toEqual([
      'api_key.created',
      'api_key.changed',
      'api_key.deleted',
    ]);
  });

  it('should be limited by the plan', async () => {
    const free = await createOwner(api, 'developer_free');
    await free.browser.expect('POST', `${free.path}/api-keys`, { name: 'The one' });
    const second = await free.browser.call('POST', `${free.path}/api-keys`, { name: 'The other' });
    expectRefusal(second, 403, 'plan_upgrade_required');
  });

  it('should ask for the password when it was given long ago', async () => {
    const { id } = await create();
    api.clock.advance(16 * MINUTE);
    for (const [method, path] of [
      ['POST', `${owner.path}/api-keys`],
      ['POST', `${owner.path}/api-keys/${id}/regenerate`],
      ['DELETE', `${owner.path}/api-keys/${id}`],
    ] as const) {
      expectRefusal(await owner.browser.call(method, path, { name: 'x' }), 403, 'confirmation_required');
    }
    // Renaming and deactivating give nothing away.
    await owner.browser.expect('PATCH', `${owner.path}/api-keys/${id}`, { is_active: false });
  });
});
