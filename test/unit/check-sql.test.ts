import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findMisplacedSql } from '../../scripts/check-sql.ts';
import { EXPECTED_SCHEMA } from '../../src/platform/db/schema/differences.ts';
import { useFolderForEach } from '../helpers/hooks.ts';

describe('the place of SQL', () => {
  const root = useFolderForEach();

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }

  it('should be a repository of the feature that owns the table, or a join that only reads', () => {
    write('src/photos/repository.ts', "trx.deleteFrom('photos'); reader.selectFrom('photo_requests');");
    write('src/platform/db/nodes.ts', "trx.insertInto('nodes');");
    write('src/photos/limits.ts', '// Counts what sql`select 1` finds.');
    expect(findMisplacedSql(root)).toEqual([]);
  });

  it.each([
    "reader.selectFrom('photos')",
    'sql`select 1 from photos`',
    'sql<{ id: string }>`\n  with a as (b)`',
    'sql`truncate photos`',
    "trx.replaceInto('photos')",
    "precompiledInsert<PhotoRow>(database, 'photos', COLUMNS)",
    "({ table: 'photos', columns: COLUMNS, rows })",
    "createRowDeleter('photos')",
  ])('should be refused in a file that is named after something else: %s', (text) => {
    write('src/photos/service.ts', text);
    expect(findMisplacedSql(root)).toEqual([
      'src/photos/service.ts holds SQL, which belongs in a file named …repository.ts',
    ]);
  });

  it.each([
    "trx.updateTable('photos')",
    "trx.replaceInto('photos')",
    'sql`delete from photos where true`',
    'sql`truncate table photos`',
    'sql`truncate photos`',
    'sql`replace into photos values (1)`',
    'sql`insert or replace into photos values (1)`',
    'sql`merge into photos using others on true`',
    "precompiledInsert<Omit<PhotoRow, 'url'>>(database, 'photos', {})",
    "precompiledInsert<PhotoRow>(\n  database,\n  'photos',\n  COLUMNS,\n)",
    "const newRows = (rows) => ({ table: 'photos', columns: COLUMNS, rows })",
    "createRowDeleter('photos')",
  ])('should be refused when it writes what another feature owns: %s', (text) => {
    write('src/capture/repository.ts', text);
    expect(findMisplacedSql(root)).toEqual([
      "src/capture/repository.ts writes photos, which is photos/'s: ask that feature",
    ]);
  });

  it('should know an owner of every table', () => {
    const found = Object.keys(EXPECTED_SCHEMA.sqlite).map((fact) => /^column (\w+)\./.exec(fact)?.[1]);
    const tables = [...new Set(found)].filter((table) => table && table !== 'schema_migrations').sort();
    write('src/stranger/all-repository.ts', tables.map((table) => `sql\`delete from ${table}\``).join(';'));
    const named = findMisplacedSql(root).map((sentence) => / writes (\w+),/.exec(sentence)?.[1]);
    expect(named.sort()).toEqual(tables);
  });
});
