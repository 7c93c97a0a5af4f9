import { type Compilable, type CompiledQuery, sql } from 'kysely';
import type { Database, Queries } from './database.ts';

/** Stands in a precompiled query where a call's parameter will go. */
class Slot {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

export const slot = <T = string>(index: number) => sql<T>`${new Slot(index)}`;

/**
 * A read whose SQL is built once: building costs more than running a small query on SQLite. The builder marks
 * parameters by `slot(0)`, `slot(1)`…; a call passes their values in that order.
 */
export function precompiled<Row>(
  database: Database,
  build: (db: Queries) => Compilable<Row>,
): (...parameters: unknown[]) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return (...parameters) => {
    compiled ??= build(database.reader).compile();
    const values = compiled.parameters.map((value) =>
      value instanceof Slot ? parameters[value.index] : value,
    );
    return database.read(compiled, values);
  };
}
