import { beforeEach, describe, expect, it } from 'vitest';
import { createPhotoRequest, storePhotoRequest } from '../../helpers/app/stored-objects.ts';
import { useTestApp, useWorkspaceForEach } from '../../helpers/app/test-app.ts';
import { expectData } from '../../helpers/http/expect-response.ts';
import { listIds, readPage, walkPages } from '../../helpers/http/pages.ts';

describe('GET /v1/photo-requests: 200, page by page', () => {
  const api = useTestApp();
  const workspace = useWorkspaceForEach(api);
  beforeEach(() => api.clock.advance(1_000));

  /** Returns the ids, newest first. */
  async function storeSeveral(count: number, apart = 1_000): Promise<string[]> {
    const ids: string[] = [];
    for (let i = 0; i < count; i++) {
      ids.unshift(await storePhotoRequest(api, workspace.id));
      api.clock.advance(apart);
    }
    return ids;
  }

  it('should return an empty page to a new workspace', async () => {
    const response = await api.call('GET', '/v1/photo-requests', { key: workspace.live.key });
    expect(response.json()).toStrictEqual({
      data: [],
      meta: { request_id: response.headers['x-request-id'], has_more: false, next_cursor: null },
    });
  });

  it('should list whole photo requests, newest first', async () => {
    const created = [];
    for (const instructions of ['first', 'second', 'third']) {
      created.unshift(await createPhotoRequest(api, workspace.live.key, { instructions }));
      api.clock.advance(1);
    }
    const { data, nextCursor } = await readPage(api, workspace.live.key, '/v1/photo-requests');
    expect(data).toStrictEqual(created);
    expect(nextCursor).toBeNull();
  });

  it('should list what was created within one millisecond in the order it was created', async () => {
    const ids = await storeSeveral(8, 0);
    expect(await listIds(api, workspace.live.key, '/v1/photo-requests')).toEqual(ids);
  });

  it('should show 20 by default and as many as the limit says', async () => {
    const ids = await storeSeveral(101);
    const { key } = workspace.live;
    expect(await listIds(api, key, '/v1/photo-requests')).toEqual(ids.slice(0, 20));
    expect(await listIds(api, key, '/v1/photo-requests?limit=1')).toEqual(ids.slice(0, 1));
    expect(await listIds(api, key, '/v1/photo-requests?limit=100')).toEqual(ids.slice(0, 100));
  });

  it.each([1, 4, 7, 10, 12])('should walk 12 requests without gap or double, %d at a time', async (limit) => {
    const ids = await storeSeveral(12, limit % 2);
    const pages = await walkPages(api, workspace.live.key, `/v1/photo-requests?limit=${limit}`);
    expect(pages.flat()).toEqual(ids);
    expect(pages).toHaveLength(Math.ceil(12 / limit));
    expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
  });

  it('should let the limit change between pages', async () => {
    const ids = await storeSeveral(5);
    const first = await readPage(api, workspace.live.key, '/v1/photo-requests?limit=2');
    const rest = `/v1/photo-requests?limit=100&cursor=${first.nextCursor}`;
    expect(await listIds(api, workspace.live.key, rest)).toEqual(ids.slice(2));
  });

  it('should neither repeat nor lose a request while new ones arrive between the pages', async () => {
    const ids = await storeSeveral(6);
    const pages = await walkPages(api, workspace.live.key, '/v1/photo-requests?limit=2', async () => {
      await storeSeveral(3);
    });
    expect(pages.flat()).toEqual(ids);
  });

  it('should go on after a cursor whose request was deleted', async () => {
    const ids = await storeSeveral(4);
    const first = await readPage(api, workspace.live.key, '/v1/photo-requests?limit=2');
    expectData(await api.call('DELETE', `/v1/photo-requests/${ids[1]}`, { key: workspace.live.key }));
    const next = `/v1/photo-requests?limit=2&cursor=${first.nextCursor}`;
    expect(await listIds(api, workspace.live.key, next)).toEqual(ids.slice(2));
  });

  it('should list a visit to a permanent link only when it is submitted', async () => {
    const link = { type: 'permanent', permanent_link_id: 'plink_x' } as const;
    await storePhotoRequest(api, workspace.id, { ...link, status: 'in_progress' });
    await storePhotoRequest(api, workspace.id, { ...link, status: 'pending' });
    const submitted = await storePhotoRequest(api, workspace.id, { ...link, status: 'submitted' });
    expect(await listIds(api, workspace.live.key, '/v1/photo-requests')).toEqual([submitted]);
  });

  it('should name unknown query parameters in meta.warnings and go on', async () => {
    await storeSeveral(1);
    const response = await api.call('GET', '/v1/photo-requests?page=2&sort=asc', { key: workspace.live.key });
    expect(expectData<unknown[]>(response)).toHaveLength(1);
    expect(response.json().meta.warnings).toEqual([
      expect.stringContaining('`page`'),
      expect.stringContaining('`sort`'),
    ]);
  });

  it('should respond to a client that sends Content-Type: application/json without a body', async () => {
    const response = await api.call('GET', '/v1/photo-requests', {
      key: workspace.live.key,
      headers: { 'content-type': 'application/json' },
    });
    expectData(response);
  });
});
