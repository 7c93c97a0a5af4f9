import { sql } from 'kysely';
import type { Queries } from '../database.ts';
import { type SchemaFacts, sortedFacts } from './schema-facts.ts';

interface Column {
  table: string;
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
  pk: number;
}

interface ForeignKey {
  table: string;
  columns: string;
  target: string;
  on_delete: string;
}

/** Tables are described by what SQLite made of them, not by their text, which depends on how they came to be. */
export async function describeSqlite(db: Queries): Promise<SchemaFacts> {
  const tables = await sql<{ name: string; wr: number; strict: number }>`
    select name, wr, strict from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite_%'`.execute(db);
  const columns = await sql<Column>`
    select t.name as "table", c.name, c.type, c."notnull", c.dflt_value, c.pk
    from pragma_table_list t join pragma_table_info(t.name) c
    where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%'`.execute(db);
  const foreignKeys = await sql<ForeignKey>`
    select t.name as "table", group_concat(f."from") as columns, f."table" as target, f.on_delete
    from pragma_table_list t join pragma_foreign_key_list(t.name) f
    where t.schema = 'main' and t.type = 'table' group by t.name, f.id`.execute(db);
  const uniques = await sql<{ table: string; columns: string }>`
    select t.name as "table", group_concat(c.name) as columns
    from pragma_table_list t join pragma_index_list(t.name) i join pragma_index_info(i.name) c
    where t.schema = 'main' and t.type = 'table' and i.origin = 'u' group by t.name, i.name`.execute(db);
  const written = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_master where type in ('index', 'trigger', 'view') and sql is not null`.execute(
    db,
  );

  return sortedFacts([
    ...tables.rows.map(({ name, strict, wr }): [string, string] => [
      `table ${name}`,
      [strict === 1 ? 'strict' : 'not strict', ...(wr === 1 ? ['without rowid'] : [])].join(', '),
    ]),
    ...columns.rows.map((column): [string, string] => [
      `column ${column.table}.${column.name}`,
      describe(column),
    ]),
    ...foreignKeys.rows.map((key): [string, string] => [
      `foreign key ${key.table} (${key.columns})`,
      `references ${key.target} on delete ${key.on_delete.toLowerCase()}`,
    ]),
    ...uniques.rows.map(({ table, columns: names }): [string, string] => [
      `unique ${table} (${names})`,
      'unique',
    ]),
    ...written.rows.map(({ type, name, sql: text }): [string, string] => [
      `${type} ${name}`,
      normalized(text),
    ]),
  ]);
}

function describe({ type, notnull, dflt_value, pk }: Column): string {
  const parts = [type.toLowerCase()];
  if (notnull === 1) parts.push('not null');
  if (dflt_value !== null) parts.push(`default ${dflt_value}`);
  if (pk > 0) parts.push(`primary key ${pk}`);
  return parts.join(' ');
}

/** Without what makes no difference: quotes around names, the case of the first words, the length of a gap. */
function normalized(text: string): string {
  return text
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1')
    .replace(/^create (unique )?(index|trigger|view)( if not exists)?/i, (words) => words.toLowerCase());
}
