import { beforeEach, describe, expect, it } from 'vitest';
import type { PermanentLink } from '../../../src/permanent-links/schema.ts';
import { createPermanentLink, createPhotoRequest } from '../../helpers/app/stored-objects.ts';
import { useTestApp, useWorkspaceForEach } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import { expectData, expectError } from '../../helpers/http/expect-response.ts';
import { listIds, readPage, walkPages } from '../../helpers/http/pages.ts';

const PATH = '/v1/permanent-links';
const START = Date.UTC(2026, 0, 31, 12, 0, 0, 987);

describe('GET /v1/permanent-links', () => {
  const api = useTestApp();
  const workspace = useWorkspaceForEach(api);
  beforeEach(() => api.clock.set(START));

  /** An hour apart; returned newest first. */
  async function createSeveral(count: number): Promise<PermanentLink[]> {
    const links: PermanentLink[] = [];
    for (let i = 0; i < count; i++) {
      links.unshift(await createPermanentLink(api, workspace.live.key));
      api.clock.advance(HOUR);
    }
    return links;
  }

  const idsOf = (links: PermanentLink[]) => links.map(({ id }) => id);

  describe('200', () => {
    it('should return an empty page to a new workspace', async () => {
      const response = await api.call('GET', PATH, { key: workspace.live.key });
      expect(response.json()).toStrictEqual({
        data: [],
        meta: { request_id: response.headers['x-request-id'], has_more: false, next_cursor: null },
      });
    });

    it('should list whole links, newest first', async () => {
      const links = await createSeveral(3);
      const { data } = await readPage(api, workspace.live.key, PATH);
      expect(data).toStrictEqual(links);
    });

    it('should show 20 by default, up to 100 on demand', async () => {
      const ids = idsOf(await createSeveral(22));
      expect(await listIds(api, workspace.live.key, PATH)).toEqual(ids.slice(0, 20));
      expect(await listIds(api, workspace.live.key, `${PATH}?limit=1`)).toEqual(ids.slice(0, 1));
      expect(await listIds(api, workspace.live.key, `${PATH}?limit=100`)).toEqual(ids);
    });

    it.each([1, 2, 3, 6])('should walk 6 links without gap or double, %d at a time', async (limit) => {
      const ids = idsOf(await createSeveral(6));
      const pages = await walkPages(api, workspace.live.key, `${PATH}?limit=${limit}`, async () => {
        await createSeveral(1);
      });
      expect(pages.flat()).toEqual(ids);
      expect(pages).toHaveLength(6 / limit);
    });

    it('should find by time of creation, alone and combined', async () => {
      const [third, second, first] = idsOf(await createSeveral(3));
      const find = (query: string) => listIds(api, workspace.live.key, `${PATH}?${query}`);
      expect(await find('created_after=2026-01-31T13:00:00Z')).toEqual([third, second]);
      expect(await find('created_after=2026-01-31T13:00:00.988Z')).toEqual([third]);
      expect(await find('created_before=2026-01-31T14:00:00Z')).toEqual([second, first]);
      const both = 'created_after=2026-01-31T13:00:00Z&created_before=2026-01-31T14:00:00Z';
      expect(await find(both)).toEqual([second]);
      expect(
        await walkPages(api, workspace.live.key, `${PATH}?limit=1&created_after=2026-01-31T13:00:00Z`),
      ).toEqual([[third], [second]]);
    });

    it('should name unknown query parameters in meta.warnings, the filters of other lists included', async () => {
      await createSeveral(1);
      const response = await api.call('GET', `${PATH}?status=pending&page=2`, { key: workspace.live.key });
      expect(expectData<unknown[]>(response)).toHaveLength(1);
      expect(response.json().meta.warnings).toEqual([
        expect.stringContaining('`status`'),
        expect.stringContaining('`page`'),
      ]);
    });
  });

  describe('400', () => {
    async function expectRefused(query: string, parameter: string): Promise<void> {
      const response = await api.call('GET', `${PATH}?${query}`, { key: workspace.live.key });
      expectError(response, 400, 'invalid_parameter', [parameter]);
    }

    it.each([
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=ten', 'limit'],
      ['limit=1.5', 'limit'],
      ['limit=', 'limit'],
      ['limit=1&limit=1', 'limit'],
      ['cursor=x', 'cursor'],
      ['cursor=', 'cursor'],
      ['cursor=%00', 'cursor'],
      ['cursor=a&cursor=b', 'cursor'],
      ['created_after=yesterday', 'created_after'],
      ['created_after=%00', 'created_after'],
      ['created_after=2026-02-30T00:00:00Z', 'created_after'],
      ['created_before=2026-01-31', 'created_before'],
    ])('should refuse %s', async (query, parameter) => {
      await expectRefused(query, parameter);
    });

    it('should refuse the cursor of another list', async () => {
      await createPhotoRequest(api, workspace.live.key);
      await createPhotoRequest(api, workspace.live.key);
      const requests = await readPage(api, workspace.live.key, '/v1/photo-requests?limit=1');
      await expectRefused(`cursor=${requests.nextCursor}`, 'cursor');
    });

    it('should refuse a cursor used with other filters', async () => {
      await createSeveral(2);
      const { nextCursor } = await readPage(api, workspace.live.key, `${PATH}?limit=1`);
      await expectRefused(`cursor=${nextCursor}&created_before=2030-01-01T00:00:00Z`, 'cursor');
    });
  });
});
