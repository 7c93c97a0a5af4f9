import { describe, expect, it } from 'vitest';
import { precompiledLookup } from '../../../src/platform/db/precompiled.ts';
import { ids, insertWorkspace, permanentLinkRow, photoRequestRow } from '../../helpers/database/rows.ts';
import { insertRows, rowsOf } from '../../helpers/database/stored-rows.ts';
import { useDatabase } from '../../helpers/database/test-database.ts';

describe('values that the engines treat differently', () => {
  const database = useDatabase();

  const insertRequests = (...rows: ReturnType<typeof photoRequestRow>[]) =>
    insertRows(database, 'photo_requests', rows);
  const requestsOf = (workspaceId: string) =>
    database.reader.selectFrom('photo_requests').where('workspace_id', '=', workspaceId);

  it('should give times back as numbers, to the largest one that is exact', async () => {
    const workspaceId = await insertWorkspace(database);
    const row = photoRequestRow(workspaceId, { created_at: 1, expires_at: Number.MAX_SAFE_INTEGER });
    await insertRequests(row);
    const stored = await requestsOf(workspaceId).select(['created_at', 'expires_at']).executeTakeFirst();
    expect(stored).toEqual({ created_at: 1, expires_at: Number.MAX_SAFE_INTEGER });
  });

  it('should give count, sum and max as numbers, by the reader, by a lookup and in a transaction', async () => {
    const workspaceId = await insertWorkspace(database);
    await insertRequests(
      photoRequestRow(workspaceId, { expires_at: 4_000_000_000_000 }),
      photoRequestRow(workspaceId, { expires_at: 5_000_000_000_000 }),
    );
    const find = precompiledLookup(database, 1, (db, key) =>
      db
        .selectFrom('photo_requests')
        .where('workspace_id', '=', key(0))
        .select((eb) => [
          eb.fn.countAll<number>().as('count'),
          eb.fn.sum<number>('expires_at').as('sum'),
          eb.fn.max('expires_at').as('max'),
        ]),
    );
    const expected = { count: 2, sum: 9_000_000_000_000, max: 5_000_000_000_000 };
    expect(await find(workspaceId)).toMatchObject(expected);

    const inTransaction = await database.write((trx) =>
      trx
        .selectFrom('photo_requests')
        .where('workspace_id', '=', workspaceId)
        .select((eb) => [
          eb.fn.countAll<number>().as('count'),
          eb.fn.sum<number>('expires_at').as('sum'),
          eb.fn.max('expires_at').as('max'),
        ])
        .executeTakeFirst(),
    );
    expect(inTransaction).toEqual(expected);
  });

  it('should give a flag back as 0 or 1, never as a boolean', async () => {
    const workspaceId = await insertWorkspace(database);
    const links = [1, 0].map((flag) => permanentLinkRow(workspaceId, { is_active: flag as 0 | 1 }));
    await insertRows(database, 'permanent_links', links);
    const stored = await rowsOf(database, 'permanent_links', { workspace_id: workspaceId }, 'id');
    expect(stored).toMatchObject([{ is_active: 1 }, { is_active: 0 }]);
  });

  it('should tell null from an empty text', async () => {
    const workspaceId = await insertWorkspace(database);
    await insertRequests(
      photoRequestRow(workspaceId, { external_id: '' }),
      photoRequestRow(workspaceId, { external_id: null }),
    );
    const stored = await requestsOf(workspaceId).select('external_id').orderBy('id').execute();
    expect(stored).toEqual([{ external_id: '' }, { external_id: null }]);
  });

  it('should sort ids by their bytes, not as a language would', async () => {
    const workspaceId = await insertWorkspace(database);
    const names = ['req_a', 'req_B', 'req__', 'req_0', 'req_é', 'req_Z', 'req_z', 'req_-', 'reqa'];
    await insertRequests(...names.map((id) => photoRequestRow(workspaceId, { id })));
    const stored = await requestsOf(workspaceId).select('id').orderBy('id').execute();
    const byBytes = [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(stored.map((row) => row.id)).toEqual(byBytes);
    const before = await requestsOf(workspaceId)
      .select('id')
      .where('id', '<', 'req_a')
      .orderBy('id')
      .execute();
    expect(before.map((row) => row.id)).toEqual(byBytes.slice(0, byBytes.indexOf('req_a')));
  });

  it('should hold ids of one process in the order they were created', async () => {
    const workspaceId = await insertWorkspace(database);
    const created = Array.from({ length: 200 }, () => ids.next('photoRequest'));
    await insertRequests(...created.map((id) => photoRequestRow(workspaceId, { id })));
    const stored = await requestsOf(workspaceId).select('id').orderBy('id').execute();
    expect(stored.map((row) => row.id)).toEqual(created);
  });

  it('should compare text with its case', async () => {
    const workspaceId = await insertWorkspace(database);
    for (const external_id of ['Order-É', 'order-é', 'ORDER-É'])
      await insertRequests(photoRequestRow(workspaceId, { external_id }));
    const found = await requestsOf(workspaceId)
      .select('external_id')
      .where('external_id', '=', 'order-é')
      .execute();
    expect(found).toEqual([{ external_id: 'order-é' }]);
  });

  it('should count texts that differ in case as different where they must be unique', async () => {
    const workspaceId = await insertWorkspace(database);
    await insertRequests(
      photoRequestRow(workspaceId, { token: 'TokenOfMixedCase' }),
      photoRequestRow(workspaceId, { token: 'tokenofmixedcase' }),
    );
    expect(await requestsOf(workspaceId).select('id').execute()).toHaveLength(2);
  });

  it('should keep every character of a text, emoji and direction marks included', async () => {
    const workspaceId = await insertWorkspace(database);
    const instructions = '  Foto 📷 👩‍👩‍👧 \u202eمرحبا\u202c \n\t\u0001 "quoted" \\ %_ end  ';
    await insertRequests(photoRequestRow(workspaceId, { instructions }));
    expect(await requestsOf(workspaceId).select('instructions').execute()).toEqual([{ instructions }]);
  });

  it('should refuse text in a number’s column', async () => {
    const workspaceId = await insertWorkspace(database);
    const row = photoRequestRow(workspaceId, { created_at: 'yesterday' as never });
    await expect(insertRequests(row)).rejects.toThrow();
    expect(await requestsOf(workspaceId).select('id').execute()).toEqual([]);
  });

  it('should refuse a fraction in a number’s column', async () => {
    const workspaceId = await insertWorkspace(database);
    await expect(insertRequests(photoRequestRow(workspaceId, { created_at: 1.5 }))).rejects.toThrow();
    expect(await requestsOf(workspaceId).select('id').execute()).toEqual([]);
  });
});
