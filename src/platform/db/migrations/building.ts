import { type CreateTableBuilder, sql } from 'kysely';
import type { Engine, Queries } from '../database.ts';

/** The types both engines agree on. */
export function columnTypes(engine: Engine) {
  const postgres = engine === 'postgres';
  return {
    // Byte order on both engines: keyset pages compare ids, and a locale would order them its own way.
    text: postgres ? sql`text collate "C"` : sql`text`,
    time: postgres ? sql`bigint` : sql`integer`,
    integer: sql`integer`,
    real: postgres ? sql`double precision` : sql`real`,
  };
}

export function tableCreator(db: Queries, engine: Engine) {
  return async (
    table: string,
    define: (t: CreateTableBuilder<string>) => CreateTableBuilder<string>,
    /** On SQLite the rows lie in the order of their key, without a second tree for it: half the work to add one. */
    options: { keyedByPrimaryKey?: boolean } = {},
  ) => {
    const builder = define(db.schema.createTable(table) as CreateTableBuilder<string>);
    // STRICT: without it SQLite stores text in a number's column.
    const end = options.keyedByPrimaryKey === true ? sql`strict, without rowid` : sql`strict`;
    await (engine === 'postgres' ? builder : builder.modifyEnd(end)).execute();
  };
}
