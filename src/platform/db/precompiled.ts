import {
  type Compilable,
  type CompiledQuery,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Database, Lookup, Queries } from './database.ts';
import { hiddenList } from './planner-hints.ts';
import type { Tables } from './tables.ts';

/** Stands in a precompiled query where a call's parameter will go. */
class Slot {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

export const slot = <T = string>(index: number) => sql<T>`${new Slot(index)}`;

type Build<Row> = (db: Queries) => Pick<Compilable<Row>, 'compile'>;

type BuildLookup<Row> = (
  db: Queries,
  /** Stands for a part of the key. */
  key: (index: number) => RawBuilder<string>,
) => SelectQueryBuilder<never, never, Row>;

/**
 * A read of one row whose SQL is built once: building costs more than running a small query on SQLite. On PostgreSQL those
 * who ask at the same moment share a round trip, which costs more than all else that a small call does (0064).
 */
export function precompiledLookup<Row>(
  database: Database,
  keyLength: number,
  build: BuildLookup<Row>,
): (...key: string[]) => Promise<Row | undefined> {
  const lookup = compiledOnce(
    database,
    database.engine === 'postgres' ? forManyKeys(keyLength, build) : (db) => build(db, slot),
  );
  return (...key) => database.find(lookup() as Lookup<Row>, key);
}

/** One statement for all that ask at once, which limits what a row is joined with (planner-hints.ts). */
function forManyKeys<Row>(keyLength: number, build: BuildLookup<Row>): Build<Row> {
  const parts = Array.from({ length: keyLength }, (_, index) => `part_${index}`);
  const lists = parts.map((_, index) => hiddenList(sql`${slot(index)}::text[]`));
  return (db) => {
    const one = build(db, (index) => sql.ref(`asked.${parts[index]}`)).limit(1);
    const all = sql<Row>`select asked.place, found.*
      from unnest(${sql.join(lists)}) with ordinality as asked(${sql.join(parts.map((part) => sql.id(part)))}, place)
      cross join lateral ${one} as found`;
    return { compile: () => all.compile(db) };
  };
}

/** A list whose SQL is built once. Its parameters are marked by `slot(0)`… */
export function precompiledList<Row>(
  database: Database,
  build: Build<Row>,
): (...parameters: unknown[]) => Promise<Row[]> {
  const statement = compiledOnce(database, build);
  return async (...given) => {
    const { query, parameters } = statement();
    return (await database.lists.executeQuery<Row>({ ...query, parameters: parameters(given) })).rows;
  };
}

/** A statement whose SQL is built once, for a transaction. The builder marks its parameters by `slot(0)`, `slot(1)`… */
export function precompiledWrite<Row>(
  database: Database,
  build: Build<Row>,
): (trx: Queries, parameters: unknown[]) => Promise<Row[]> {
  const statement = compiledOnce(database, build);
  return (trx, given) => {
    const { query, parameters } = statement();
    return database.run(trx, query, parameters(given));
  };
}

/**
 * A statement about several ids, in a transaction; the other parameters begin at `slot(1)`. On PostgreSQL that is one round
 * trip with the ids as one parameter; on SQLite one step for each id, which costs less than building a list.
 */
export function precompiledForIds<Row>(
  database: Database,
  build: (db: Queries, isOneOfThem: (column: string) => RawBuilder<SqlBool>) => Compilable<Row>,
): (trx: Queries, ids: readonly string[], ...more: unknown[]) => Promise<Row[]> {
  if (database.engine === 'postgres') {
    const run = precompiledWrite<Row>(database, (db) =>
      build(db, (column) => sql<SqlBool>`${sql.ref(column)} = any(${slot(0)}::text[])`),
    );
    return async (trx, ids, ...more) => (ids.length === 0 ? [] : run(trx, [ids, ...more]));
  }
  const run = precompiledWrite<Row>(database, (db) =>
    build(db, (column) => sql<SqlBool>`${sql.ref(column)} = ${slot(0)}`),
  );
  return async (trx, ids, ...more) => {
    const rows: Row[] = [];
    for (const id of ids) rows.push(...(await run(trx, [id, ...more])));
    return rows;
  };
}

/**
 * Inserts any number of rows, in a transaction. On PostgreSQL that is one round trip, with a list for each column; on SQLite
 * one step for each row. Either way the text is the same however many there are.
 */
export function precompiledInsert<Row extends object>(
  database: Database,
  table: keyof Tables,
  columns: Record<keyof Row & string, 'text' | 'bigint'>,
): (trx: Queries, rows: readonly Row[]) => Promise<void> {
  const names = Object.keys(columns) as (keyof Row & string)[];
  const into = sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})`;
  if (database.engine === 'postgres') {
    const lists = names.map((name, index) => sql`${slot(index)}::${sql.raw(columns[name])}[]`);
    const run = precompiledWrite(database, (db) => ({
      compile: () => sql`${into} select * from unnest(${sql.join(lists)})`.compile(db),
    }));
    return async (trx, rows) => {
      if (rows.length === 0) return;
      await run(
        trx,
        names.map((name) => rows.map((row) => row[name])),
      );
    };
  }
  const run = precompiledWrite(database, (db) => ({
    compile: () => sql`${into} values (${sql.join(names.map((_, index) => slot(index)))})`.compile(db),
  }));
  return async (trx, rows) => {
    for (const row of rows)
      await run(
        trx,
        names.map((name) => row[name]),
      );
  };
}

function compiledOnce<Row>(database: Database, build: Build<Row>) {
  let statement: { query: CompiledQuery<Row>; parameters(given: readonly unknown[]): unknown[] } | undefined;
  return () => {
    if (statement === undefined) {
      const query = build(database.reader).compile();
      const parameters = (given: readonly unknown[]) =>
        query.parameters.map((value) => (value instanceof Slot ? given[value.index] : value));
      statement = { query, parameters };
    }
    return statement;
  };
}
