import { describe, expect, it } from 'vitest';
import { deleteOldResponses } from '../../../src/platform/http/idempotency.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { DAY } from '../../helpers/app/test-clock.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';

describe('responses kept for an Idempotency-Key', () => {
  const api = useTestApp();

  const post = (key: string, idempotencyKey: string) =>
    api.call('POST', '/v1/photo-requests', {
      key,
      body: { instructions: 'A photo' },
      headers: { 'idempotency-key': idempotencyKey },
    });

  const keptOf = async (workspaceId: string) =>
    (await rowsOf(api.database, 'idempotency_keys', { workspace_id: workspaceId }, 'key')).map(
      ({ key }) => key,
    );

  it('should be deleted in batches when they are a day old, and not before', async () => {
    const { id, live } = await api.createWorkspace();
    for (const key of ['old-1', 'old-2', 'old-3', 'old-4', 'old-5']) await post(live.key, key);
    api.clock.advance(DAY - 1);
    const young = await post(live.key, 'young');
    expect(await deleteOldResponses(api.database, api.clock.now(), 2)).toBe(false);
    expect(await keptOf(id)).toHaveLength(6);

    api.clock.advance(1);
    const left = [];
    for (let more = true; more; ) {
      more = await deleteOldResponses(api.database, api.clock.now(), 2);
      left.push((await keptOf(id)).length);
    }
    expect(left).toEqual([4, 2, 1]);
    expect(await keptOf(id)).toEqual(['young']);
    expect((await post(live.key, 'young')).body).toBe(young.body);
    expect(await deleteOldResponses(api.database, api.clock.now(), 2)).toBe(false);
  });

  it('should not be deleted when an old key is used again at the same moment', async () => {
    const { id, live } = await api.createWorkspace();
    await post(live.key, 'again');
    api.clock.advance(DAY + 1);
    const [renewed] = await Promise.all([
      post(live.key, 'again'),
      ...Array.from({ length: 5 }, () => deleteOldResponses(api.database, api.clock.now())),
    ]);
    expect(await keptOf(id)).toEqual(['again']);
    expect((await post(live.key, 'again')).body).toBe(renewed?.body);
  });

  it('should be deleted without touching what was created', async () => {
    const { live } = await api.createWorkspace();
    const { id } = (await post(live.key, 'made')).json().data;
    api.clock.advance(DAY);
    await deleteOldResponses(api.database, api.clock.now());
    expect((await api.call('GET', `/v1/photo-requests/${id}`, { key: live.key })).statusCode).toBe(200);
  });

  it('should go with a key that is used again, and stay for another workspace’s', async () => {
    const [one, two] = [await api.createWorkspace(), await api.createWorkspace()];
    await post(one.live.key, 'shared');
    api.clock.advance(DAY / 2);
    await post(two.live.key, 'shared');
    api.clock.advance(DAY / 2);
    await deleteOldResponses(api.database, api.clock.now());
    expect(await keptOf(one.id)).toEqual([]);
    expect(await keptOf(two.id)).toEqual(['shared']);
  });
});
