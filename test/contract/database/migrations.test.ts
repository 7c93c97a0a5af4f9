import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Engine } from '../../../src/platform/db/database.ts';
import { type Migration, migrate } from '../../../src/platform/db/migrate.ts';
import { NewerDatabaseError, UnfitDatabaseError } from '../../../src/platform/db/migration-history.ts';
import { insertRows } from '../../helpers/database/stored-rows.ts';
import { createTestDatabase, useTestDatabaseForEach } from '../../helpers/database/test-database.ts';

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
  let database: Database;
  const opened: Database[] = [];
  const open = async () => {
    const another = await testDatabase.open();
    opened.push(another);
    return another;
  };
  const testDatabase = useTestDatabaseForEach(createTestDatabase);
  beforeEach(async () => {
    database = await open();
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });

  it('should create every table in an empty database', async () => {
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
    await insertRows(database, 'installation', { id: 1, created_at: 1_700_000_000_000 });
    await migrate(await open());
    expect(await database.reader.selectFrom('installation').selectAll().execute()).toEqual([
      { id: 1, created_at: 1_700_000_000_000 },
    ]);
  });

  it('should take each step once and fail no one when five nodes start at once', async () => {
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
    await expect(refusal).rejects.toThrow(/schema version 3.*only supports up to version 2/);
    expect([await tablesOf(database), await rowsOf(database)]).toEqual(before);
  });

  describe('of a database with other steps than this release', () => {
    const hashed = (name: string, hash: string): Migration => ({
      ...countingStep(name, `table_${name.slice(0, 4)}`, () => {}),
      hashes: { sqlite: hash, postgres: hash },
    });
    const steps = ['0001-one', '0002-two', '0003-three'].map((name) => hashed(name, `hash of ${name}`));

    it('should keep a hash of every step', async () => {
      await migrate(database, steps);
      expect((await rowsOf(database)).map(({ hash }) => hash)).toEqual(
        steps.map(({ name }) => `hash of ${name}`),
      );
    });

    it('should add the hashes that an older release did not keep', async () => {
      await migrate(
        database,
        steps.map(({ name, up }) => ({ name, up })),
      );
      await migrate(database, steps);
      expect((await rowsOf(database)).map(({ hash }) => hash)).toEqual(
        steps.map(({ name }) => `hash of ${name}`),
      );
    });

    it.each([
      [
        'another name',
        [steps[0], hashed('0002-zwei', 'x'), steps[2]],
        /its migration 2 is “0002-two”, but in this release it is “0002-zwei”/,
      ],
      [
        'another hash',
        [steps[0], hashed('0002-two', 'x'), steps[2]],
        /its migration “0002-two” differs from the one in this release/,
      ],
    ] as [string, Migration[], RegExp][])(
      'should refuse %s with a sentence, also while there is more to do, and change nothing',
      async (_what, known, sentence) => {
        await migrate(database, steps);
        const before = [await tablesOf(database), await rowsOf(database)];
        for (const list of [known, [...known, hashed('0004-four', 'y')]]) {
          const refusal = migrate(await open(), list);
          await expect(refusal).rejects.toBeInstanceOf(UnfitDatabaseError);
          await expect(refusal).rejects.toThrow(sentence);
          await expect(refusal).rejects.toThrow(/Start the release that wrote it, or restore a backup/);
        }
        expect([await tablesOf(database), await rowsOf(database)]).toEqual(before);
      },
    );

    it('should refuse a gap with a sentence', async () => {
      await migrate(database, steps);
      await database.write((trx) => sql`delete from schema_migrations where version = 2`.execute(trx));
      await expect(migrate(await open(), steps)).rejects.toThrow(/has no number 2, but has a number 3/);
    });
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
  const { rows } = await sql<{ version: number; name: string; applied_at: number; hash: string | null }>`
    select * from schema_migrations order by version`.execute(database.reader);
  return rows;
}

async function versionsOf(database: Database): Promise<number[]> {
  return (await rowsOf(database)).map((row) => row.version);
}
