import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, DatabaseUnavailableError, type Queries } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openSqlite } from '../../src/platform/db/sqlite.ts';
import { useFolderForEach } from '../helpers/hooks.ts';

describe('openSqlite', () => {
  const folder = useFolderForEach();
  let database: Database;
  beforeEach(async () => {
    database = openSqlite(join(folder, 'not', 'there', 'yet', 'shutterpost.db'));
    await migrate(database);
  });
  afterEach(() => database.close());

  const pragma = async (db: Queries, name: string) =>
    Object.values((await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {})[0];
  const insertUser =
    (id: string, email = id) =>
    (trx: Queries) =>
      trx.insertInto('users').values({ id, email, password_hash: 'x', created_at: 1 }).execute();
  const users = async () =>
    (await database.reader.selectFrom('users').select('id').orderBy('id').execute()).map((row) => row.id);

  it('should be durable: WAL with a full sync at every commit, foreign keys on', async () => {
    const settings = await database.write(async (trx) => [
      await pragma(trx, 'journal_mode'),
      await pragma(trx, 'synchronous'),
      await pragma(trx, 'foreign_keys'),
    ]);
    expect(settings).toEqual(['wal', 2, 1]);
  });

  it('should refuse to write by the handle for reads', async () => {
    await expect(insertUser('user_1')(database.reader)).rejects.toThrow();
    expect(await users()).toEqual([]);
  });

  it('should say that it is unavailable while the disk is full, lose nothing, and work again afterwards', async () => {
    await database.write(insertUser('user_1'));
    const [pages] = await database.write(async (trx) => [
      await pragma(trx, 'page_count'),
      await pragma(trx, 'max_page_count'),
    ]);
    await database.write((trx) => pragma(trx, `max_page_count = ${pages}`));
    const tooLarge = 'x'.repeat(200_000);
    await expect(database.write(insertUser('user_2', tooLarge))).rejects.toBeInstanceOf(
      DatabaseUnavailableError,
    );
    expect(await users()).toEqual(['user_1']);

    await database.write((trx) => pragma(trx, 'max_page_count = 1000000'));
    await database.write(insertUser('user_2', tooLarge));
    expect(await users()).toEqual(['user_1', 'user_2']);
  });

  it('should give an error of the statement itself unchanged', async () => {
    await database.write(insertUser('user_1'));
    const again = database.write(insertUser('user_1'));
    await expect(again).rejects.toThrow(/UNIQUE/);
    await expect(again).rejects.not.toBeInstanceOf(DatabaseUnavailableError);
  });

  it('should not answer a ping before its tables are there', async () => {
    const empty = openSqlite(join(folder, 'empty.db'));
    await expect(empty.ping()).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await migrate(empty);
    await empty.ping();
    await empty.close();
  });
});
