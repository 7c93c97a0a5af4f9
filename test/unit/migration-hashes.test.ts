import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { editedSteps, hashesOf, hashOf, statementsOf } from '../../scripts/migration-hashes.ts';
import type { Queries } from '../../src/platform/db/database.ts';
import { MIGRATIONS } from '../../src/platform/db/migrate.ts';
import HASHES from '../../src/platform/db/migrations/hashes.json' with { type: 'json' };

/** The steps that databases of the first release have taken. */
const FIRST_RELEASE = 6;

describe('the steps of the schema', () => {
  it('should do what their committed hashes say', async () => {
    expect(
      HASHES,
      'A step of src/platform/db/migrations does something else than its committed hash says, or has none. ' +
        'A step that was released must never change: undo the edit and append a new step. ' +
        'For a new step run "npm run schema".',
    ).toEqual(await hashesOf(MIGRATIONS));
  });

  it('should be rewritten for none that was committed', () => {
    const first = { sqlite: 'a', postgres: 'b' };
    expect(editedSteps({ first }, { first, second: first })).toEqual([]);
    expect(editedSteps({ first }, { first: { ...first, postgres: 'c' } })).toEqual(['first']);
    expect(editedSteps({ first, second: first }, { first })).toEqual(['second']);
  });

  it('should have names in the order of their numbers', () => {
    const numbers = MIGRATIONS.map(({ name }) => Number(/^(\d{4})-/.exec(name)?.[1]));
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  });

  describe('while PostgreSQL lets no one read a table that they have altered', () => {
    const statements: string[] = [];
    beforeAll(async () => {
      for (const step of MIGRATIONS.slice(FIRST_RELEASE)) {
        statements.push(...(await statementsOf(step, 'postgres')));
      }
    });
    const hasRows = (table: string | undefined) =>
      table !== undefined && !statements.some((each) => each.startsWith(`create table ${table} `));
    const alteredTable = (statement: string) => /^alter table (\w+)/.exec(statement)?.[1];
    const indexedTable = (statement: string) => /^create (?:unique )?index .*? on (\w+)/.exec(statement)?.[1];

    it('should build no index of a table that has rows', () => {
      const first = statements.findIndex((each) => hasRows(alteredTable(each)));
      expect(first).toBeGreaterThan(0);
      expect(statements.slice(first).filter((each) => hasRows(indexedTable(each)))).toEqual([]);
    });

    it('should do nothing slow once the photo requests are such a table', () => {
      const first = statements.findIndex((each) => alteredTable(each) === 'photo_requests');
      expect(first).toBeGreaterThan(0);
      const isOfNewTable = (each: string) =>
        each.startsWith('create table') || (indexedTable(each) !== undefined && !hasRows(indexedTable(each)));
      // To drop or rename an index reads no rows, nor does it to add a trigger.
      const isQuick = (each: string) =>
        alteredTable(each) !== undefined ||
        /^(drop index|alter index|create function|create trigger) /.test(each);
      const isSlow = (each: string) => !isQuick(each) && !isOfNewTable(each);
      expect(statements.slice(first).filter(isSlow)).toEqual([]);
    });
  });
});

describe('the hash of a step', () => {
  const creating = (statement: string) => ({
    up: async (db: Queries) => void (await sql.raw(statement).execute(db)),
  });

  it('should not depend on how a statement is laid out', async () => {
    const [one, other] = [creating('create table a (b text)'), creating('CREATE TABLE "a"\n  ("b"  text)')];
    expect(await hashOf(one, 'sqlite')).toBe(await hashOf(other, 'sqlite'));
  });

  it.each([
    ['a column', 'create table a (b text, c text)'],
    ['a type', 'create table a (b integer)'],
    ['a row', 'update a set b = 1'],
  ])('should change with %s', async (_what, statement) => {
    const hash = await hashOf(creating('create table a (b text)'), 'sqlite');
    expect(await hashOf(creating(statement), 'sqlite')).not.toBe(hash);
  });
});
