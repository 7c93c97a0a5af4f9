import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findMisplacedSql } from '../../scripts/check-sql.ts';
import { expectedSchema } from '../../src/platform/db/schema/differences.ts';
import { useFolderForEach } from '../helpers/hooks.ts';

describe('the place of SQL', () => {
  const root = useFolderForEach();

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }

  it('should be a repository of the feature that owns the table, or one that has a reason to read it', () => {
    write('src/photos/repository.ts', "trx.deleteFrom('photos'); reader.selectFrom('photos');");
    write(
      'src/workspaces/repository.ts',
      "trx.deleteFrom('workspaces').where(exists(eb.selectFrom('members')));",
    );
    write('src/doctor/quick-check-entry.ts', "database.prepare('pragma quick_check(5)');");
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
    'sql`(select count(*) from photos)`',
    "live.prepare('select id from photos')",
    'live.exec(`\n  pragma busy_timeout = 1`)',
    'new DatabaseSync(path).prepare(COUNT)',
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
    write('src/capture/handover-repository.ts', text);
    expect(findMisplacedSql(root)).toEqual([
      "src/capture/handover-repository.ts writes photos, which is photos/'s: ask that feature",
    ]);
  });

  it.each([
    "reader.selectFrom('photos')",
    "reader.selectFrom('capture_sessions as s').innerJoin('photos as p', 'p.id', 's.id')",
    "reader.selectFrom('capture_sessions').leftJoin(\n  'photos',\n  onId)",
    "reader.selectFrom('capture_sessions').crossJoin('photos')",
    "trx.deleteFrom('capture_sessions').using('photos')",
    'sql`select 1 from photos`',
    'sql`select 1 from capture_sessions s, photos p`',
    'sql`select 1 from capture_sessions join photos using (id)`',
    'sql`select 1 from capture_sessions where exists (select 1\n  from "photos")`',
    "live.prepare('select id from photos')",
    "countUpTo({ reader: database.lists }, 'photos', isDue, max)",
  ])('should be refused when it reads what another feature owns, without a reason: %s', (text) => {
    write('src/capture/handover-repository.ts', `sql\`select 1\`; ${text}`);
    expect(findMisplacedSql(root)).toEqual([
      "src/capture/handover-repository.ts reads photos, which is photos/'s: ask that feature",
    ]);
  });

  it('should be no table of the service where the engine is asked', () => {
    write('src/backup/restore.ts', "database.prepare('select id from photos')");
    expect(findMisplacedSql(root)).toEqual([
      "src/backup/restore.ts reads photos, which is photos/'s: ask that feature",
    ]);
  });

  it('should have no reason left for what it does not read', () => {
    write('src/workspaces/repository.ts', "reader.selectFrom('workspaces')");
    expect(findMisplacedSql(root)).toEqual([
      'src/workspaces/repository.ts no longer reads members: take that off the list in scripts/check-sql.ts',
    ]);
  });

  it('should know an owner of every table', async () => {
    const facts = Object.keys(await expectedSchema('sqlite'));
    const found = facts.map((fact) => /^column (\w+)\./.exec(fact)?.[1]);
    const tables = [...new Set(found)].filter((table) => table && table !== 'schema_migrations').sort();
    write('src/stranger/all-repository.ts', tables.map((table) => `sql\`delete from ${table}\``).join(';'));
    const named = findMisplacedSql(root).map((sentence) => / writes (\w+),/.exec(sentence)?.[1]);
    expect(named.sort()).toEqual(tables);
  });
});
