import { describe, expect, it } from 'vitest';
import type { PhotoRequest } from '../../../src/photo-requests/schema.ts';
import { createPhotoRequest, storePhotoRequest } from '../../helpers/app/stored-objects.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import { expectData } from '../../helpers/http/expect-response.ts';
import { readPage, walkPages } from '../../helpers/http/pages.ts';

/** A read never shows an open status after `expires_at`, whether or not anything swept the table. */
describe('an overdue photo request', () => {
  const api = useTestApp();

  async function statusOf(key: string, id: string): Promise<string> {
    return expectData<PhotoRequest>(await api.call('GET', `/v1/photo-requests/${id}`, { key })).status;
  }

  async function listed(key: string, query: string): Promise<[string, string][]> {
    const { data } = await readPage<PhotoRequest>(api, key, `/v1/photo-requests?${query}`);
    return data.map(({ id, status }) => [id, status]);
  }

  async function counts(key: string): Promise<unknown> {
    return expectData(await api.call('GET', '/v1/stats', { key })).photo_requests;
  }

  it('should be expired from expires_at on, to the millisecond', async () => {
    const { live } = await api.createWorkspace();
    const { id } = await createPhotoRequest(api, live.key, { expires_in_hours: 1 });
    api.clock.advance(HOUR - 1);
    expect(await statusOf(live.key, id)).toBe('pending');
    api.clock.advance(1);
    expect(await statusOf(live.key, id)).toBe('expired');
  });

  it('should be expired in lists, filters and stats alike', async () => {
    const { id: workspaceId, live } = await api.createWorkspace();
    const shortLived = await createPhotoRequest(api, live.key, { expires_in_hours: 1 });
    const begun = await storePhotoRequest(api, workspaceId, { status: 'in_progress' });
    const longLived = await createPhotoRequest(api, live.key, { expires_in_hours: 2 });
    expect(await counts(live.key)).toMatchObject({ pending: 2, in_progress: 1, expired: 0 });

    api.clock.advance(HOUR);
    const overdue: [string, string][] = [
      [begun, 'expired'],
      [shortLived.id, 'expired'],
    ];
    expect(await listed(live.key, '')).toEqual([[longLived.id, 'pending'], ...overdue]);
    expect(await listed(live.key, 'status=pending')).toEqual([[longLived.id, 'pending']]);
    expect(await listed(live.key, 'status=in_progress')).toEqual([]);
    expect(await listed(live.key, 'status=expired')).toEqual(overdue);
    expect(await counts(live.key)).toEqual({
      pending: 1,
      in_progress: 0,
      submitted: 0,
      expired: 2,
      canceled: 0,
    });
  });

  it('should stand in one line with requests that were swept already, page by page', async () => {
    const { id: workspaceId, live } = await api.createWorkspace();
    const expired: string[] = [];
    for (const status of ['expired', 'pending', 'in_progress', 'expired', 'pending', 'submitted'] as const) {
      const id = await storePhotoRequest(api, workspaceId, { status });
      if (status !== 'submitted') expired.unshift(id);
      api.clock.advance(1_000);
    }
    api.clock.advance(HOUR);
    for (const limit of [1, 2, 3, 5]) {
      const path = `/v1/photo-requests?status=expired&limit=${limit}`;
      expect((await walkPages(api, live.key, path)).flat()).toEqual(expired);
    }
    expect(await counts(live.key)).toMatchObject({ pending: 0, in_progress: 0, submitted: 1, expired: 5 });
  });

  it.each(['submitted', 'canceled'] as const)('should stay %s, which is final', async (status) => {
    const { id: workspaceId, live } = await api.createWorkspace();
    const id = await storePhotoRequest(api, workspaceId, { status });
    api.clock.advance(2 * HOUR);
    expect(await statusOf(live.key, id)).toBe(status);
    expect(await listed(live.key, `status=${status}`)).toEqual([[id, status]]);
    expect(await listed(live.key, 'status=expired')).toEqual([]);
    expect(await counts(live.key)).toMatchObject({ [status]: 1, expired: 0 });
  });

  it('should still be deletable', async () => {
    const { live } = await api.createWorkspace();
    const { id } = await createPhotoRequest(api, live.key, { expires_in_hours: 1 });
    api.clock.advance(HOUR);
    expectData(await api.call('DELETE', `/v1/photo-requests/${id}`, { key: live.key }));
    expect(await listed(live.key, 'status=expired')).toEqual([]);
  });
});
