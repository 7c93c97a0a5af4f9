import { describe, it } from 'vitest';
import { createPermanentLink, createPhotoRequest } from '../../helpers/app/stored-objects.ts';
import { type TestWorkspace, useTestApp } from '../../helpers/app/test-app.ts';
import { expectError } from '../../helpers/http/expect-response.ts';
import { readPage } from '../../helpers/http/pages.ts';

const PATH = '/v1/photo-requests';

describe('GET /v1/photo-requests: 400', () => {
  const api = useTestApp();

  async function workspaceWithPages(): Promise<TestWorkspace> {
    const workspace = await api.createWorkspace();
    for (let i = 0; i < 3; i++) {
      await createPhotoRequest(api, workspace.live.key, { external_id: 'a' });
      await createPermanentLink(api, workspace.live.key);
    }
    return workspace;
  }

  async function expectRefused(key: string, path: string, parameter: string): Promise<void> {
    expectError(await api.call('GET', path, { key }), 400, 'invalid_parameter', [parameter]);
  }

  it.each(['0', '101', '-1', '1.5', '1e1', 'abc', '', '%2010', '%D9%A3', '99999999999999999999', '%00'])(
    'should refuse limit=%s',
    async (limit) => {
      const { live } = await api.createWorkspace();
      await expectRefused(live.key, `${PATH}?limit=${limit}`, 'limit');
    },
  );

  it.each(['x', '', '%00', 'AAAA', 'cGhvdG9fcmVxdWVzdHM', '../../etc/passwd', '%F0%9F%93%B8'])(
    'should refuse cursor=%s',
    async (cursor) => {
      const { live } = await workspaceWithPages();
      await expectRefused(live.key, `${PATH}?cursor=${cursor}`, 'cursor');
    },
  );

  it('should refuse a cursor of 5,000 characters', async () => {
    const { live } = await api.createWorkspace();
    await expectRefused(live.key, `${PATH}?cursor=${'a'.repeat(5_000)}`, 'cursor');
  });

  it('should refuse the cursor of another list', async () => {
    const { live } = await workspaceWithPages();
    const links = await readPage(api, live.key, '/v1/permanent-links?limit=1');
    await expectRefused(live.key, `${PATH}?limit=1&cursor=${links.nextCursor}`, 'cursor');
  });

  it.each([
    ['a filter too many', '', 'external_id=a'],
    ['a filter too few', 'external_id=a', ''],
    ['another value', 'external_id=a', 'external_id=b'],
    ['another filter', 'status=pending', 'type=one_time'],
    ['another time', 'created_after=2026-01-01T00:00:00Z', 'created_after=2026-01-02T00:00:00Z'],
  ])('should refuse a cursor used with %s', async (_name, created, used) => {
    const { live } = await workspaceWithPages();
    const { nextCursor } = await readPage(api, live.key, `${PATH}?limit=1&${created}`);
    await expectRefused(live.key, `${PATH}?limit=1&${used}&cursor=${nextCursor}`, 'cursor');
  });

  it.each([
    ['something appended', (cursor: string) => `${cursor}!!!!`],
    ['a line break inside', (cursor: string) => `${cursor.slice(0, 8)}%0A${cursor.slice(8)}`],
    ['another id in it', (cursor: string) => withLastId(cursor, () => 'req_')],
    ['an id of another kind', (cursor: string) => withLastId(cursor, (id) => id.replace('req_', 'plink_'))],
    ['one more part', (cursor: string) => withLastId(cursor, (id) => `${id}.zzz`)],
  ])('should refuse a cursor with %s', async (_name, tamper) => {
    const { live } = await workspaceWithPages();
    const { nextCursor } = await readPage(api, live.key, `${PATH}?limit=1`);
    await expectRefused(live.key, `${PATH}?limit=1&cursor=${tamper(String(nextCursor))}`, 'cursor');
  });

  it('should refuse the cursor of another workspace, and of the other environment', async () => {
    const { live, test } = await workspaceWithPages();
    const other = await api.createWorkspace();
    const { nextCursor } = await readPage(api, live.key, `${PATH}?limit=1`);
    for (const { key } of [test, other.live]) {
      await expectRefused(key, `${PATH}?limit=1&cursor=${nextCursor}`, 'cursor');
    }
  });

  it.each([
    ['status', 'done'],
    ['status', 'PENDING'],
    ['status', ''],
    ['status', 'pending,expired'],
    ['type', 'once'],
    ['type', ''],
    ['permanent_link_id', 'x'.repeat(200)],
    ['external_id', 'x'.repeat(201)],
    ['created_after', 'yesterday'],
    ['created_after', '2026-01-31'],
    ['created_after', '2026-01-31T12:00:00'],
    ['created_after', '2026-02-30T12:00:00Z'],
    ['created_after', '2026-01-31T25:00:00Z'],
    ['created_after', '1769860800'],
    ['created_after', ''],
    ['created_before', 'tomorrow'],
    ['created_before', '2026-13-01T00:00:00Z'],
  ])('should refuse %s=%s', async (parameter, value) => {
    const { live } = await api.createWorkspace();
    await expectRefused(live.key, `${PATH}?${new URLSearchParams({ [parameter]: value })}`, parameter);
  });

  const parameters = [
    'limit',
    'cursor',
    'status',
    'type',
    'permanent_link_id',
    'external_id',
    'created_after',
    'created_before',
  ];

  it.each(parameters)('should refuse %s when it is repeated', async (parameter) => {
    const { live } = await api.createWorkspace();
    const value = { limit: '5', status: 'pending', type: 'one_time' }[parameter] ?? '2026-01-31T12:00:00Z';
    await expectRefused(live.key, `${PATH}?${parameter}=${value}&${parameter}=${value}`, parameter);
  });

  it.each(parameters)('should refuse a NUL character in %s', async (parameter) => {
    const { live } = await api.createWorkspace();
    await expectRefused(live.key, `${PATH}?${parameter}=%00`, parameter);
    await expectRefused(live.key, `${PATH}?${parameter}=a%00b`, parameter);
  });

  it.each(['%ED%A0%80', '%FF'])('should refuse external_id=%s, which is no text in UTF-8', async (value) => {
    const { live } = await api.createWorkspace();
    const response = await api.call('GET', `${PATH}?external_id=${value}`, { key: live.key });
    expectError(response, 400, 'invalid_parameter');
  });

  it('should name every wrong parameter at once', async () => {
    const { live } = await api.createWorkspace();
    const response = await api.call('GET', `${PATH}?limit=0&status=x&created_after=y`, { key: live.key });
    expectError(response, 400, 'invalid_parameter', ['limit', 'status', 'created_after']);
  });
});

function withLastId(cursor: string, change: (id: string) => string): string {
  const [digest = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('.');
  return Buffer.from(`${digest}.${change(id)}`).toString('base64url');
}
