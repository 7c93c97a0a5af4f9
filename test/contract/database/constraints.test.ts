import { describe, expect, it } from 'vitest';
import type { Queries } from '../../../src/platform/db/database.ts';
import {
  apiKeyRow,
  ids,
  insertWorkspace,
  permanentLinkRow,
  photoRequestRow,
} from '../../helpers/database/rows.ts';
import { insertRows, rowsOf } from '../../helpers/database/stored-rows.ts';
import { useDatabase } from '../../helpers/database/test-database.ts';

describe('what the schema itself forbids', () => {
  const database = useDatabase();

  const request =
    (workspaceId: string, changes = {}) =>
    (trx: Queries) =>
      trx.insertInto('photo_requests').values(photoRequestRow(workspaceId, changes)).execute();
  const link =
    (workspaceId: string, changes = {}) =>
    (trx: Queries) =>
      trx.insertInto('permanent_links').values(permanentLinkRow(workspaceId, changes)).execute();
  const key =
    (workspaceId: string, changes = {}) =>
    (trx: Queries) =>
      trx.insertInto('api_keys').values(apiKeyRow(workspaceId, changes)).execute();

  it.each([
    ['a photo request', request],
    ['a permanent link', link],
    ['an API key', key],
  ])('should refuse %s of a workspace that does not exist', async (_what, insert) => {
    await expect(database.write(insert(ids.next('workspace')))).rejects.toThrow(/foreign key/i);
  });

  it.each([
    ['a status no one knows', request, { status: 'lost' }],
    ['a type no one knows', request, { type: 'weekly' }],
    ['an unknown environment', request, { environment: 'staging' }],
    ['an unknown email status', request, { email_status: 'maybe' }],
    ['a flag other than 0 and 1', link, { is_active: 2 }],
    ['an unknown environment', link, { environment: 'Live' }],
    ['a flag other than 0 and 1', key, { is_active: -1 }],
    ['an unknown environment', key, { environment: '' }],
  ])('should refuse %s', async (_what, insert, changes) => {
    const workspaceId = await insertWorkspace(database);
    await expect(database.write(insert(workspaceId, changes))).rejects.toThrow(/check/i);
  });

  it.each([
    ['a photo request without instructions', request, { instructions: null }],
    ['a photo request without an expiry', request, { expires_at: null }],
    ['a permanent link without a slug', link, { slug: null }],
    ['an API key without a hash', key, { hash: null }],
  ])('should refuse %s', async (_what, insert, changes) => {
    const workspaceId = await insertWorkspace(database);
    await expect(database.write(insert(workspaceId, changes))).rejects.toThrow(/null/i);
  });

  it.each([
    ['photo requests with one token', request, { token: 'the-same-token' }],
    ['photo requests with one code', request, { unique_code: 'SAMECODE' }],
    ['permanent links with one slug', link, { slug: 'the-same-slug' }],
    ['API keys with one hash', key, { hash: 'the-same-hash' }],
  ])('should refuse two %s, also in two workspaces', async (_what, insert, changes) => {
    await database.write(insert(await insertWorkspace(database), changes));
    const other = await insertWorkspace(database);
    await expect(database.write(insert(other, changes))).rejects.toThrow(/unique/i);
  });

  it('should know only one installation', async () => {
    const insert = (id: number) => (trx: Queries) =>
      trx.insertInto('installation').values({ id, created_at: 1 }).execute();
    await expect(database.write(insert(2))).rejects.toThrow(/check/i);
    await database.write(insert(1));
    await expect(database.write(insert(1))).rejects.toThrow(/unique/i);
  });

  it('should remove what a workspace owns together with it, and nothing of another', async () => {
    const [gone, kept] = [await insertWorkspace(database), await insertWorkspace(database)];
    for (const workspaceId of [gone, kept]) {
      await database.write(request(workspaceId));
      await database.write(link(workspaceId));
      await database.write(key(workspaceId));
    }
    await database.write((trx) => trx.deleteFrom('workspaces').where('id', '=', gone).execute());
    for (const table of ['photo_requests', 'permanent_links', 'api_keys'] as const) {
      const owners = await database.reader
        .selectFrom(table)
        .select('workspace_id')
        .where('workspace_id', 'in', [gone, kept])
        .execute();
      expect(owners).toEqual([{ workspace_id: kept }]);
    }
  });

  it('should keep a submission’s link id after the link is deleted', async () => {
    const workspaceId = await insertWorkspace(database);
    const row = permanentLinkRow(workspaceId);
    await insertRows(database, 'permanent_links', row);
    await database.write(request(workspaceId, { type: 'permanent', permanent_link_id: row.id }));
    await database.write((trx) => trx.deleteFrom('permanent_links').where('id', '=', row.id).execute());
    const stored = await rowsOf(database, 'photo_requests', { workspace_id: workspaceId });
    expect(stored).toMatchObject([{ permanent_link_id: row.id }]);
  });
});
