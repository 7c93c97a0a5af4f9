import { type Compilable, type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Queries } from './database.ts';

/** Stands in a precompiled query where a call's parameter will go. */
class Slot {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

export const slot = <T = string>(index: number) => sql<T>`${new Slot(index)}`;

type Build<Row> = (db: Queries) => Compilable<Row>;

/**
 * A read whose SQL is built once: building costs more than running a small query on SQLite. The builder marks
 * parameters by `slot(0)`, `slot(1)`…; a call passes their values in that order.
 */
export function precompiled<Row>(
  database: Database,
  build: Build<Row>,
): (...parameters: unknown[]) => Promise<Row[]> {
  const fill = compileOnce(database, build);
  return (...parameters) => {
    const { query, values } = fill(parameters);
    return database.read(query, values);
  };
}

/** The same for a statement that runs inside a transaction. */
export function precompiledWrite<Row>(
  database: Database,
  build: Build<Row>,
): (trx: Queries, parameters: unknown[]) => Promise<Row[]> {
  const fill = compileOnce(database, build);
  return (trx, parameters) => {
    const { query, values } = fill(parameters);
    return database.run(trx, query, values);
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

function compileOnce<Row>(database: Database, build: Build<Row>) {
  let compiled: CompiledQuery<Row> | undefined;
  return (parameters: unknown[]) => {
    compiled ??= build(database.reader).compile();
    const values = compiled.parameters.map((value) =>
      value instanceof Slot ? parameters[value.index] : value,
    );
    return { query: compiled, values };
  };
}
