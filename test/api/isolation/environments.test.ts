import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { type TestWorkspace, useTestApp } from '../../helpers/app/test-app.ts';
import { updateRows } from '../../helpers/database/stored-rows.ts';
import { expectError, refusalOf } from '../../helpers/http/expect-response.ts';

const KINDS = [
  {
    kind: 'photo request',
    path: '/v1/photo-requests',
    body: { instructions: 'A photo', external_id: 'claim-1' },
    counted: (stats: { photo_requests: { pending: number } }) => stats.photo_requests.pending,
  },
  {
    kind: 'permanent link',
    path: '/v1/permanent-links',
    body: { name: 'Returns desk' },
    counted: (stats: { permanent_links: { total: number } }) => stats.permanent_links.total,
  },
];

const SIDES = [
  { mine: 'live', other: 'test' },
  { mine: 'test', other: 'live' },
] as const;

describe.each(KINDS)('live and test, for a $kind', ({ path, body, counted }) => {
  const api = useTestApp();
  let workspace: TestWorkspace;

  async function create(environment: 'live' | 'test') {
    workspace = await api.createWorkspace();
    const response = await api.call('POST', path, { key: workspace[environment].key, body });
    expect(response.statusCode).toBe(201);
    return response.json().data as { id: string };
  }

  const call = (method: 'GET' | 'PATCH' | 'DELETE', environment: 'live' | 'test', rest = '', sent?: object) =>
    api.call(method, path + rest, {
      key: workspace[environment].key,
      ...(sent === undefined ? {} : { body: sent }),
    });

  it.each(SIDES)(
    'should respond with 404 to a $other key that reads a $mine object',
    async ({ mine, other }) => {
      const created = await create(mine);
      const response = await call('GET', other, `/${created.id}`);
      expect(response.statusCode).toBe(404);
      const unknown = await call('GET', other, `/${created.id.slice(0, -4)}0000`);
      expect(refusalOf(response)).toEqual(refusalOf(unknown));
      expect((await call('GET', mine, `/${created.id}`)).json().data).toEqual(created);
    },
  );

  it.each(SIDES)(
    'should respond with 404 to a $other key that deletes a $mine object, and keep it',
    async ({ mine, other }) => {
      const created = await create(mine);
      expect((await call('DELETE', other, `/${created.id}`)).statusCode).toBe(404);
      expect((await call('GET', mine, `/${created.id}`)).json().data).toEqual(created);
    },
  );

  it.each(SIDES)(
    'should respond with 404 to a $other key that changes a $mine object, and keep it',
    async ({ mine, other }) => {
      const created = await create(mine);
      expect((await call('PATCH', other, `/${created.id}`, { name: 'Taken over' })).statusCode).toBe(404);
      expect((await call('GET', mine, `/${created.id}`)).json().data).toEqual(created);
    },
  );

  it.each(SIDES)(
    'should list nothing of $mine to a $other key, whatever the filter',
    async ({ mine, other }) => {
      const created = await create(mine);
      const filters = [
        '',
        '?limit=100',
        '?created_after=2020-01-01T00:00:00Z',
        '?created_before=2100-01-01T00:00:00Z',
      ];
      if (path.endsWith('requests')) {
        filters.push(
          '?external_id=claim-1',
          '?status=pending',
          '?type=one_time',
          '?permanent_link_id=plink_1',
        );
      }
      for (const filter of filters) {
        const response = await call('GET', other, filter);
        expect([filter, response.json().data]).toEqual([filter, []]);
        expect(response.json().meta).toMatchObject({ has_more: false, next_cursor: null });
      }
      const own = await call('GET', mine);
      expect(own.json().data).toEqual([created]);
    },
  );

  it('should page through one environment only, and refuse a cursor of the other', async () => {
    await create('live');
    for (let i = 0; i < 3; i++) {
      for (const environment of ['live', 'test'] as const) {
        await api.call('POST', path, { key: workspace[environment].key, body });
      }
    }
    const ids = async (environment: 'live' | 'test', query: string) =>
      (await call('GET', environment, query)).json().data.map(({ id }: { id: string }) => id);
    const test = await ids('test', '?limit=100');
    expect(test).toHaveLength(3);
    const cursor = (await call('GET', 'live', '?limit=1')).json().meta.next_cursor;
    const refused = await call('GET', 'test', `?limit=100&cursor=${cursor}`);
    expectError(refused, 400, 'invalid_parameter', ['cursor']);
  });

  it.each(SIDES)('should count a $mine object in the $mine statistics alone', async ({ mine, other }) => {
    await create(mine);
    const stats = async (environment: 'live' | 'test') =>
      counted((await api.call('GET', '/v1/stats', { key: workspace[environment].key })).json().data);
    expect([await stats(mine), await stats(other)]).toEqual([1, 0]);
  });

  it('should give each key the environment it is named after, also when it is regenerated', async () => {
    const created = await create('test');
    const again = await api.services.apiKeys.regenerate(OPERATOR, workspace.id, workspace.test.id);
    expect(again.key).toMatch(/^shp_test_/);
    const read = await api.call('GET', `${path}/${created.id}`, { key: again.key });
    expect(read.statusCode).toBe(200);
    expect(workspace.live.key).toMatch(/^shp_live_/);
  });
});

describe('test objects', () => {
  const api = useTestApp();

  it('should still be created when the quota is used up, which live ones are not', async () => {
    const workspace = await api.createWorkspace({ plan: 'developer_free' });
    await updateRows(api.database, 'workspaces', { id: workspace.id }, { lifetime_photos: 100 });
    const post = (key: string) =>
      api.call('POST', '/v1/photo-requests', { key, body: { instructions: 'A photo' } });
    expect((await post(workspace.test.key)).statusCode).toBe(201);
    expect((await post(workspace.live.key)).statusCode).toBe(403);
  });

  it('should queue no email, which live ones do', async () => {
    const workspace = await api.createWorkspace();
    const body = { instructions: 'A photo', recipient_email: 'customer@example.com', send_email: true };
    const status = async (key: string) =>
      (await api.call('POST', '/v1/photo-requests', { key, body })).json().data.email_status;
    expect(await status(workspace.test.key)).toBeNull();
    expect(await status(workspace.live.key)).toBe('queued');
  });
});
