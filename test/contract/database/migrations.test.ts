import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Engine } from '../../../src/platform/db/database.ts';
import { type Migration, migrate, NewerDatabaseError } from '../../../src/platform/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

/** Later steps add more; these are never lost. */
const TABLES = expect.arrayContaining([
  'api_keys',
  'idempotency_keys',
  'installation',
  'members',
  'permanent_link_slugs',
  'permanent_links',
  'photo_requests',
  'schema_migrations',
  'users',
  'workspaces',
]);

describe('migrate', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  const opened: Database[] = [];
  const open = async () => {
    const another = await testDatabase.open();
    opened.push(another);
    return another;
  };
  beforeEach(async () => {
    testDatabase = await createTestDatabase();
    database = await open();
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
    await testDatabase.drop();
  });

  it('should make every table in an empty database', async () => {
    await migrate(database);
    expect(await tablesOf(database)).toEqual(TABLES);
    const versions = await versionsOf(database);
    expect(versions).toEqual(versions.map((_, index) => index + 1));
    expect(versions.length).toBeGreaterThan(0);
  });

  it('should change nothing when it runs again', async () => {
    await migrate(database);
    const before = await rowsOf(database);
    await migrate(database);
    expect(await rowsOf(database)).toEqual(before);
  });

  it('should keep what is stored when it runs again', async () => {
    await migrate(database);
    await database.write((trx) =>
      trx.insertInto('installation').values({ id: 1, created_at: 1_700_000_000_000 }).execute(),
    );
    await migrate(await open());
    expect(await database.reader.selectFrom('installation').selectAll().execute()).toEqual([
      { id: 1, created_at: 1_700_000_000_000 },
    ]);
  });

  it('should take each step once and fail nobody when five nodes start at once', async () => {
    let taken = 0;
    const steps = [
      countingStep('0001-first', 'first_table', () => taken++),
      countingStep('0002-second', 'second_table', () => taken++),
    ];
    const nodes = await Promise.all(Array.from({ length: 5 }, open));
    await Promise.all(nodes.map((node) => migrate(node, steps)));
    expect(taken).toBe(2);
    expect(await versionsOf(database)).toEqual([1, 2]);
  });

  it('should take only the steps that are new', async () => {
    const first = countingStep('0001-first', 'first_table', () => {});
    await migrate(database, [first]);
    await migrate(database, [first, countingStep('0002-second', 'second_table', () => {})]);
    expect(await tablesOf(database)).toEqual(['first_table', 'schema_migrations', 'second_table']);
    expect(await versionsOf(database)).toEqual([1, 2]);
  });

  it('should leave nothing of any step when the last one fails', async () => {
    const failing: Migration = {
      name: '0002-failing',
      async up(db) {
        await sql`create table half_made (id integer primary key)`.execute(db);
        throw new Error('This step fails');
      },
    };
    const steps = [countingStep('0001-first', 'first_table', () => {}), failing];
    await expect(migrate(database, steps)).rejects.toThrow('This step fails');
    expect(await tablesOf(database)).toEqual([]);
    await migrate(database);
    expect(await tablesOf(database)).toEqual(TABLES);
  });

  it('should refuse a database that is newer than the code, say so, and change nothing', async () => {
    const steps = [1, 2, 3].map((n) => countingStep(`000${n}-step`, `table_${n}`, () => {}));
    await migrate(database, steps);
    const before = [await tablesOf(database), await rowsOf(database)];
    const refusal = migrate(await open(), steps.slice(0, 2));
    await expect(refusal).rejects.toBeInstanceOf(NewerDatabaseError);
    await expect(refusal).rejects.toThrow(/schema version 3.*only knows version 2/);
    expect([await tablesOf(database), await rowsOf(database)]).toEqual(before);
  });

  it('should tell each step which engine it runs on', async () => {
    const seen: Engine[] = [];
    await migrate(database, [
      {
        name: '0001-step',
        async up(_db, engine) {
          seen.push(engine);
        },
      },
    ]);
    expect(seen).toEqual([database.engine]);
  });
});

function countingStep(name: string, table: string, count: () => void): Migration {
  return {
    name,
    async up(db) {
      count();
      await db.schema.createTable(table).addColumn('id', 'integer').execute();
    },
  };
}

async function tablesOf(database: Database): Promise<string[]> {
  const { rows } = await (database.engine === 'postgres'
    ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`
    : sql<{ name: string }>`select name from sqlite_master where type = 'table' order by 1`
  ).execute(database.reader);
  return rows.map((row) => row.name);
}

async function rowsOf(database: Database) {
  const { rows } = await sql<{ version: number; name: string; applied_at: number }>`
    select * from schema_migrations order by version`.execute(database.reader);
  return rows;
}

async function versionsOf(database: Database): Promise<number[]> {
  return (await rowsOf(database)).map((row) => row.version);
}
