import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { precompiledLookup } from '../../../src/platform/db/precompiled.ts';
import { insertWorkspace, photoRequestRow } from '../../helpers/database/rows.ts';
import { insertRows, updateRows } from '../../helpers/database/stored-rows.ts';
import { useDatabase } from '../../helpers/database/test-database.ts';

describe('lookups of many callers at once', () => {
  const database = useDatabase();

  const lookupOfRequests = () =>
    precompiledLookup(database, 2, (db, key) =>
      db
        .selectFrom('photo_requests')
        .select(['id', 'workspace_id', 'external_id', 'expires_at', 'locale'])
        .where('id', '=', key(1))
        .where('workspace_id', '=', key(0)),
    );

  async function insertRequests(count: number) {
    const workspaceId = await insertWorkspace(database);
    const rows = Array.from({ length: count }, (_, index) =>
      photoRequestRow(workspaceId, { external_id: index % 3 === 0 ? null : `"{order},\\ ${index}` }),
    );
    await insertRows(database, 'photo_requests', rows);
    return { workspaceId, rows };
  }

  it('should give each caller the row of its own key, and nothing to those whose key has none', async () => {
    const find = lookupOfRequests();
    const [mine, theirs] = [await insertRequests(130), await insertRequests(130)];
    const keys = [mine, theirs].flatMap(({ workspaceId, rows }) =>
      rows.map(({ id }) => [workspaceId, id] as const),
    );
    const strangers = mine.rows.map(({ id }) => [theirs.workspaceId, id] as const);
    const asked = [...keys, ...strangers, ...keys].sort(() => Math.random() - 0.5);

    const found = await Promise.all(asked.map(([workspaceId, id]) => find(workspaceId, id)));

    const expected = asked.map(([workspaceId, id]) =>
      [mine, theirs].find((one) => one.workspaceId === workspaceId)?.rows.find((row) => row.id === id),
    );
    expect(found.map((row) => row?.id)).toEqual(expected.map((row) => row?.id));
    expect(found.map((row) => row?.external_id)).toEqual(expected.map((row) => row?.external_id));
    expect(found.filter((row) => row === undefined)).toHaveLength(strangers.length);
  });

  it('should keep apart those who look for different things in the same moment', async () => {
    const { workspaceId, rows } = await insertRequests(2);
    const findRequest = lookupOfRequests();
    const findWorkspace = precompiledLookup(database, 1, (db, key) =>
      db.selectFrom('workspaces').select('id').where('id', '=', key(0)),
    );
    const found = await Promise.all([
      findWorkspace(workspaceId),
      findRequest(workspaceId, rows[1]?.id ?? ''),
      findWorkspace('ws_none'),
      findRequest(workspaceId, rows[0]?.id ?? ''),
    ]);
    expect(found.map((row) => row?.id)).toEqual([workspaceId, rows[1]?.id, undefined, rows[0]?.id]);
  });

  it('should see what was committed before it was asked', async () => {
    const find = lookupOfRequests();
    const { workspaceId, rows } = await insertRequests(1);
    const id = rows[0]?.id ?? '';
    await find(workspaceId, id);
    await updateRows(database, 'photo_requests', { id }, { locale: 'pl' });
    expect(await find(workspaceId, id)).toMatchObject({ locale: 'pl' });
  });

  it('should tell everyone when it fails, and work again for the next ones', async () => {
    const broken = precompiledLookup<{ id: string }>(database, 1, (db, key) =>
      db
        .selectFrom('workspaces')
        .select('id')
        .where('id', '=', key(0))
        .where(sql<boolean>`no_such_column = 1`),
    );
    const results = await Promise.allSettled([broken('ws_1'), broken('ws_2')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const { workspaceId, rows } = await insertRequests(1);
    expect(await lookupOfRequests()(workspaceId, rows[0]?.id ?? '')).toMatchObject({ id: rows[0]?.id });
  });
});
