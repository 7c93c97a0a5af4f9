import { describe, expect, it } from 'vitest';
import { storePhotoRequest } from '../../helpers/app/stored-objects.ts';
import { type TestWorkspace, useTestApp } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import { useForAll } from '../../helpers/hooks.ts';
import { listIds, walkPages } from '../../helpers/http/pages.ts';

const LINK = `plink_${'0'.repeat(28)}`;
const STATUSES = ['pending', 'in_progress', 'submitted', 'expired', 'canceled'] as const;

/** A workspace with one request of each sort, an hour apart. */
interface Shelf {
  workspace: TestWorkspace;
  ids: Record<(typeof STATUSES)[number] | 'visit' | 'other_visit', string>;
}

describe('GET /v1/photo-requests: 200 with filters', () => {
  const api = useTestApp({ now: Date.UTC(2026, 0, 31, 12, 0, 0, 987) });
  const shelf = useForAll(fillShelf);

  async function fillShelf(): Promise<Shelf> {
    const workspace = await api.createWorkspace();
    const ids: Partial<Shelf['ids']> = {};
    const farAway = api.clock.now() + 1_000 * HOUR;
    for (const status of STATUSES) {
      ids[status] = await storePhotoRequest(api, workspace.id, {
        status,
        external_id: status === 'pending' || status === 'submitted' ? 'A&B=ü %' : `id-${status}`,
        expires_at: farAway,
      });
      api.clock.advance(HOUR);
    }
    const visit = { type: 'permanent', status: 'submitted', expires_at: farAway } as const;
    ids.visit = await storePhotoRequest(api, workspace.id, { ...visit, permanent_link_id: LINK });
    api.clock.advance(HOUR);
    ids.other_visit = await storePhotoRequest(api, workspace.id, {
      ...visit,
      permanent_link_id: LINK.replace('0', '1'),
    });
    return { workspace, ids: ids as Shelf['ids'] };
  }

  /** The names of the requests that the query finds, newest first. */
  async function find(query: Record<string, string>): Promise<string[]> {
    const path = `/v1/photo-requests?${new URLSearchParams(query)}`;
    const names = new Map(Object.entries(shelf.ids).map(([name, id]) => [id, name]));
    const found = await listIds(api, shelf.workspace.live.key, path);
    return found.map((id) => names.get(id) ?? id);
  }

  const EVERYTHING = ['other_visit', 'visit', ...STATUSES.toReversed()];

  it('should find everything without a filter', async () => {
    expect(await find({})).toEqual(EVERYTHING);
  });

  it.each([
    ['pending', ['pending']],
    ['in_progress', ['in_progress']],
    ['submitted', ['other_visit', 'visit', 'submitted']],
    ['expired', ['expired']],
    ['canceled', ['canceled']],
  ])('should find by status %s', async (status, names) => {
    expect(await find({ status })).toEqual(names);
  });

  it('should find by type', async () => {
    expect(await find({ type: 'permanent' })).toEqual(['other_visit', 'visit']);
    expect(await find({ type: 'one_time' })).toEqual(STATUSES.toReversed());
  });

  it('should find by permanent_link_id', async () => {
    expect(await find({ permanent_link_id: LINK })).toEqual(['visit']);
    expect(await find({ permanent_link_id: 'plink_unknown' })).toEqual([]);
  });

  it('should find by external_id, letter by letter', async () => {
    expect(await find({ external_id: 'A&B=ü %' })).toEqual(['submitted', 'pending']);
    expect(await find({ external_id: 'a&b=ü %' })).toEqual([]);
    expect(await find({ external_id: 'A%' })).toEqual([]);
    expect(await find({ external_id: 'id_canceled' })).toEqual([]);
  });

  it('should find by time of creation, the first moment included and the last one not', async () => {
    // The canceled one was made at 16:00:00.987.
    const after = ['other_visit', 'visit', 'canceled'];
    expect(await find({ created_after: '2026-01-31T16:00:00Z' })).toEqual(after);
    expect(await find({ created_after: '2026-01-31T16:00:00.987Z' })).toEqual(after);
    expect(await find({ created_after: '2026-01-31T18:00:00.987+02:00' })).toEqual(after);
    expect(await find({ created_after: '2026-01-31T16:00:00.988Z' })).toEqual(['other_visit', 'visit']);
    const before = ['expired', 'submitted', 'in_progress', 'pending'];
    expect(await find({ created_before: '2026-01-31T16:00:00Z' })).toEqual(before);
    expect(await find({ created_before: '2026-01-31T16:00:00.987Z' })).toEqual(before);
    expect(await find({ created_before: '2026-01-31T16:00:00.988Z' })).toEqual(['canceled', ...before]);
  });

  it.each([
    [{ created_after: '1969-12-31T23:59:59Z' }, EVERYTHING],
    [{ created_after: '9999-12-31T23:59:59Z' }, []],
    [{ created_before: '0001-01-01T00:00:00Z' }, []],
    [{ created_before: '9999-12-31T23:59:59Z' }, EVERYTHING],
  ])('should understand times far away: %j', async (query, names) => {
    expect(await find(query)).toEqual(names);
  });

  it('should find what fits all filters together', async () => {
    const time = { created_after: '2026-01-31T13:00:00Z', created_before: '2026-01-31T15:00:00Z' };
    expect(await find(time)).toEqual(['submitted', 'in_progress']);
    expect(await find({ ...time, status: 'submitted' })).toEqual(['submitted']);
    expect(await find({ ...time, external_id: 'A&B=ü %', type: 'one_time' })).toEqual(['submitted']);
    expect(await find({ ...time, type: 'permanent' })).toEqual([]);
    expect(await find({ status: 'submitted', type: 'permanent', permanent_link_id: LINK })).toEqual([
      'visit',
    ]);
    expect(await find({ status: 'pending', permanent_link_id: LINK })).toEqual([]);
    expect(await find({ status: 'pending', external_id: 'A&B=ü %' })).toEqual(['pending']);
  });

  it('should keep the filter on every page', async () => {
    const { workspace, ids } = shelf;
    const path = '/v1/photo-requests?status=submitted&limit=1';
    const pages = await walkPages(api, workspace.live.key, path);
    expect(pages).toEqual([[ids.other_visit], [ids.visit], [ids.submitted]]);
  });

  it('should accept a cursor with the same filters in another order', async () => {
    const { workspace, ids } = shelf;
    const first = await api.call('GET', '/v1/photo-requests?status=submitted&type=permanent&limit=1', {
      key: workspace.live.key,
    });
    const cursor = first.json().meta.next_cursor;
    const next = `/v1/photo-requests?cursor=${cursor}&type=permanent&limit=1&status=submitted`;
    expect(await listIds(api, workspace.live.key, next)).toEqual([ids.visit]);
  });
});
