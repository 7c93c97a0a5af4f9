import { describe, expect, it } from 'vitest';
import type { Database, Queries } from '../../../src/platform/db/database.ts';
import { insertWorkspace, permanentLinkRow, photoRequestRow } from '../../helpers/database/rows.ts';
import { insertRows, rowOf, rowsOf } from '../../helpers/database/stored-rows.ts';
import { useConnection, useTestDatabase } from '../../helpers/database/test-database.ts';

describe('write', () => {
  const testDatabase = useTestDatabase();
  const database = useConnection(testDatabase);
  /** Sees only what is committed: a connection of another process, so to speak. */
  const observer = useConnection(testDatabase);

  const insert = (trx: Queries, workspaceId: string, external_id: string) =>
    trx.insertInto('photo_requests').values(photoRequestRow(workspaceId, { external_id })).execute();
  const storedBy = async (db: Database, workspaceId: string) => {
    const rows = await rowsOf(db, 'photo_requests', { workspace_id: workspaceId }, 'external_id');
    return rows.map((row) => row.external_id);
  };

  it('should give the work’s result', async () => {
    expect(await database.write(async () => ({ written: 1 }))).toEqual({ written: 1 });
  });

  it('should leave nothing of work that fails, and give its error unchanged', async () => {
    const workspaceId = await insertWorkspace(database);
    const error = new Error('Not this time');
    const failing = database.write(async (trx) => {
      await insert(trx, workspaceId, 'first');
      await insert(trx, workspaceId, 'second');
      throw error;
    });
    await expect(failing).rejects.toBe(error);
    expect(await storedBy(observer, workspaceId)).toEqual([]);
  });

  it('should leave nothing of work whose last statement is refused', async () => {
    const workspaceId = await insertWorkspace(database);
    const failing = database.write(async (trx) => {
      await insert(trx, workspaceId, 'first');
      await trx
        .insertInto('photo_requests')
        .values(photoRequestRow(workspaceId, { status: 'lost' as never }))
        .execute();
    });
    await expect(failing).rejects.toThrow(/check/i);
    expect(await storedBy(observer, workspaceId)).toEqual([]);
  });

  it('should not harm its neighbors when one of many writes at once fails', async () => {
    const workspaceId = await insertWorkspace(database);
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        database.write(async (trx) => {
          await insert(trx, workspaceId, String(index).padStart(2, '0'));
          if (index % 3 === 0) throw new Error(`Job ${index} fails`);
          return index;
        }),
      ),
    );
    const kept = results.flatMap((_, index) => (index % 3 === 0 ? [] : [String(index).padStart(2, '0')]));
    expect(results.map((result) => result.status)).toEqual(
      results.map((_, index) => (index % 3 === 0 ? 'rejected' : 'fulfilled')),
    );
    expect(await storedBy(observer, workspaceId)).toEqual(kept);
  });

  it('should resolve only when everyone else can see the result', async () => {
    const workspaceId = await insertWorkspace(database);
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        await database.write((trx) => insert(trx, workspaceId, `row-${index}`));
        expect(await storedBy(observer, workspaceId)).toContain(`row-${index}`);
      }),
    );
  });

  it('should show no one what is not committed yet', async () => {
    const workspaceId = await insertWorkspace(database);
    await database.write(async (trx) => {
      await insert(trx, workspaceId, 'unfinished');
      expect(await storedBy(observer, workspaceId)).toEqual([]);
      expect(await storedBy(database, workspaceId)).toEqual([]);
    });
    expect(await storedBy(observer, workspaceId)).toEqual(['unfinished']);
  });

  it('should let work read its own writes', async () => {
    const workspaceId = await insertWorkspace(database);
    const seen = await database.write(async (trx) => {
      await insert(trx, workspaceId, 'mine');
      return trx
        .selectFrom('photo_requests')
        .select('external_id')
        .where('workspace_id', '=', workspaceId)
        .execute();
    });
    expect(seen).toEqual([{ external_id: 'mine' }]);
  });

  it('should lose no update of a counter, however many come at once and from two nodes', async () => {
    const workspaceId = await insertWorkspace(database);
    const link = permanentLinkRow(workspaceId);
    await insertRows(database, 'permanent_links', link);
    const add = (db: Database) =>
      db.write((trx) =>
        trx
          .updateTable('permanent_links')
          .set((eb) => ({ submission_count: eb('submission_count', '+', 1) }))
          .where('id', '=', link.id)
          .execute(),
      );
    await Promise.all(Array.from({ length: 100 }, (_, index) => add(index % 2 === 0 ? database : observer)));
    const { submission_count } = await rowOf(database, 'permanent_links', { id: link.id });
    expect(submission_count).toBe(100);
  });

  it('should finish two that lock the same rows in opposite order', async () => {
    const workspaceId = await insertWorkspace(database);
    const links = [permanentLinkRow(workspaceId), permanentLinkRow(workspaceId)] as const;
    await insertRows(database, 'permanent_links', links);
    const touch = (trx: Queries, id: string) =>
      trx
        .updateTable('permanent_links')
        .set((eb) => ({ submission_count: eb('submission_count', '+', 1) }))
        .where('id', '=', id)
        .execute();
    // On PostgreSQL both hold their first row before either asks for the second; SQLite runs one at a time anyway.
    let haveFirst = 0;
    const bothHaveFirst = Promise.withResolvers<void>();
    const inOrder = (first: string, second: string) => async (trx: Queries) => {
      await touch(trx, first);
      haveFirst += 1;
      if (haveFirst === 2) bothHaveFirst.resolve();
      if (database.engine === 'postgres') await bothHaveFirst.promise;
      await touch(trx, second);
    };
    await Promise.all([
      database.write(inOrder(links[0].id, links[1].id)),
      observer.write(inOrder(links[1].id, links[0].id)),
    ]);
    const rows = await rowsOf(database, 'permanent_links', { workspace_id: workspaceId });
    expect(rows).toMatchObject([{ submission_count: 2 }, { submission_count: 2 }]);
  });
});
