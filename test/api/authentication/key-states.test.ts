import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { openSameDatabase, startNode } from '../../helpers/app/node.ts';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { MINUTE } from '../../helpers/app/test-clock.ts';
import { useForAll } from '../../helpers/hooks.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

/** Spec 3, row by row. Each change is made on one node and asked about on both: no node may remember an old answer. */
describe('the states of an API key', () => {
  const api = useTestApp();
  const otherDatabase = useForAll(() => openSameDatabase(api), 'close');
  const other = useForAll(() => startNode({ api, database: otherDatabase }), 'close');
  const workspace = useWorkspace(api);

  /** Also on a route that loads its object together with the caller. */
  async function expectWorks(key: string, works: boolean): Promise<void> {
    const created = await api.call('POST', '/v1/photo-requests', {
      key: workspace.live.key,
      body: { instructions: 'A photo, please' },
    });
    const id: string = created.json().data.id;
    for (const path of ['/v1/ping', `/v1/photo-requests/${id}`, '/v1/photo-requests']) {
      for (const node of [api.app, other.app]) {
        const response = await node.inject({ method: 'GET', url: path, headers: { 'x-api-key': key } });
        expect([path, response.statusCode]).toEqual([path, works ? 200 : 401]);
      }
    }
  }

  it('should be active by default', async () => {
    const key = await api.createKey(workspace.id);
    expect(key.isActive).toBe(true);
    await expectWorks(key.key, true);
  });

  it('should be inactive when it was created so, until it is activated', async () => {
    const key = await api.createKey(workspace.id, { isActive: false });
    expect(key.isActive).toBe(false);
    await expectWorks(key.key, false);
    await api.services.apiKeys.edit(OPERATOR, workspace.id, key.id, { isActive: true });
    await expectWorks(key.key, true);
  });

  it('should stop working at the very next call when it is deactivated, and work again when activated', async () => {
    const key = await api.createKey(workspace.id);
    for (let round = 0; round < 3; round++) {
      await expectWorks(key.key, true);
      const off = await api.services.apiKeys.edit(OPERATOR, workspace.id, key.id, { isActive: false });
      expect(off.isActive).toBe(false);
      await expectWorks(key.key, false);
      const on = await api.services.apiKeys.edit(OPERATOR, workspace.id, key.id, { isActive: true });
      expect(on.isActive).toBe(true);
    }
    await expectWorks(key.key, true);
  });

  it('should have a new value at the very next call when it is regenerated', async () => {
    const key = await api.createKey(workspace.id, { name: 'Shop' });
    await expectWorks(key.key, true);
    const again = await api.services.apiKeys.regenerate(OPERATOR, workspace.id, key.id);
    expect(again.key).not.toBe(key.key);
    expect(again).toMatchObject({ id: key.id, name: 'Shop', environment: 'live', isActive: true });
    expect(again.maskedKey).toBe(`shp_live_…${again.key.slice(-4)}`);
    await expectWorks(key.key, false);
    await expectWorks(again.key, true);
  });

  it('should be active with a new value when it is regenerated while inactive', async () => {
    const key = await api.createKey(workspace.id, { environment: 'live', scopes: ['photo_requests:read'] });
    await api.services.apiKeys.edit(OPERATOR, workspace.id, key.id, { isActive: false });
    const again = await api.services.apiKeys.regenerate(OPERATOR, workspace.id, key.id);
    expect(again.isActive).toBe(true);
    expect(again.scopes).toEqual(['photo_requests:read']);
    await expectWorks(again.key, true);
    await expectWorks(key.key, false);
  });

  it('should not bring an old value back by activating a regenerated key', async () => {
    const key = await api.createKey(workspace.id);
    const again = await api.services.apiKeys.regenerate(OPERATOR, workspace.id, key.id);
    await api.services.apiKeys.edit(OPERATOR, workspace.id, key.id, { isActive: false });
    await api.services.apiKeys.edit(OPERATOR, workspace.id, key.id, { isActive: true });
    await expectWorks(key.key, false);
    await expectWorks(again.key, true);
  });

  it.each([true, false])('should be gone for good when it is deleted (active: %s)', async (isActive) => {
    const key = await api.createKey(workspace.id, { isActive });
    await expectWorks(key.key, isActive);
    await api.services.apiKeys.delete(OPERATOR, workspace.id, key.id);
    await expectWorks(key.key, false);
    expect((await api.services.apiKeys.list(workspace.id)).map(({ id }) => id)).not.toContain(key.id);
    for (const attempt of [
      () => api.services.apiKeys.edit(OPERATOR, workspace.id, key.id, { isActive: true }),
      () => api.services.apiKeys.regenerate(OPERATOR, workspace.id, key.id),
      () => api.services.apiKeys.delete(OPERATOR, workspace.id, key.id),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    }
    await expectWorks(key.key, false);
  });

  it('should leave the workspace’s other keys alone, whatever happens to one', async () => {
    const [kept, changed] = [await api.createKey(workspace.id), await api.createKey(workspace.id)];
    await api.services.apiKeys.edit(OPERATOR, workspace.id, changed.id, { isActive: false });
    await api.services.apiKeys.regenerate(OPERATOR, workspace.id, changed.id);
    await api.services.apiKeys.delete(OPERATOR, workspace.id, changed.id);
    await expectWorks(kept.key, true);
  });

  it('should keep its value and its state when its name is edited', async () => {
    const key = await api.createKey(workspace.id);
    const renamed = await api.services.apiKeys.edit(OPERATOR, workspace.id, key.id, { name: '  New name ' });
    expect(renamed).toMatchObject({ name: 'New name', isActive: true, maskedKey: key.maskedKey });
    await expectWorks(key.key, true);
    await api.services.apiKeys.edit(OPERATOR, workspace.id, key.id, { isActive: false });
    const stillOff = await api.services.apiKeys.edit(OPERATOR, workspace.id, key.id, { name: 'Newer' });
    expect(stillOff).toMatchObject({ name: 'Newer', isActive: false });
    await expectWorks(key.key, false);
  });

  it('should change nothing by an edit that names no field', async () => {
    const key = await api.createKey(workspace.id, { name: 'Same' });
    await expect(api.services.apiKeys.edit(OPERATOR, workspace.id, key.id, {})).resolves.toMatchObject({
      name: 'Same',
      isActive: true,
    });
  });

  it.each(['', '   ', 'x'.repeat(101)])('should not be given the name "%s"', async (name) => {
    const key = await api.createKey(workspace.id, { name: 'Before' });
    const { edit, list } = api.services.apiKeys;
    await expect((async () => edit(OPERATOR, workspace.id, key.id, { name }))()).rejects.toMatchObject({
      code: 'validation_error',
    });
    expect((await list(workspace.id)).find(({ id }) => id === key.id)?.name).toBe('Before');
  });

  it('should not be changed by naming another workspace', async () => {
    const stranger = await api.createWorkspace();
    const key = await api.createKey(workspace.id);
    const { edit, regenerate, delete: remove } = api.services.apiKeys;
    await expect(edit(OPERATOR, stranger.id, key.id, { isActive: false })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(regenerate(OPERATOR, stranger.id, key.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(remove(OPERATOR, stranger.id, key.id)).rejects.toMatchObject({ code: 'not_found' });
    await expectWorks(key.key, true);
  });

  it('should note its first use at once, and later uses at most once a minute', async () => {
    const key = await api.createKey(workspace.id);
    const lastUsed = async () =>
      (await api.services.apiKeys.list(workspace.id)).find(({ id }) => id === key.id)?.lastUsedAt;
    expect(await lastUsed()).toBeNull();
    const first = api.clock.now();
    await api.call('GET', '/v1/ping', { key: key.key });
    expect(await lastUsed()).toBe(first);
    api.clock.advance(MINUTE - 1);
    await api.call('GET', '/v1/ping', { key: key.key });
    expect(await lastUsed()).toBe(first);
    api.clock.advance(1);
    await api.call('GET', '/v1/ping', { key: key.key });
    // A later use is written beside the call, which does not wait for it.
    await waitUntil(async () => expect(await lastUsed()).toBe(first + MINUTE));
  });
});
