import { type OrderByItemBuilder, type RawBuilder, sql } from 'kysely';
import type { Engine } from './database.ts';

/*
 * What the two planners have to be told, each with what they do otherwise. Tests of plans hold what depends on it.
 *
 * More are the shape of a statement, and stand where it stands:
 *
 * - Choose, then change: rows are chosen and locked in a part of its own (`as materialized`), and changed by their ids. Given the
 *   conditions at the update as well, PostgreSQL may go over the whole backlog at every call.
 * - Join a list once: PostgreSQL takes any list for a short one. Joined with a table twice in a statement, each row of the list is
 *   compared with each of the other.
 * - Limit what a row is joined with (`cross join lateral (… limit 1)`): PostgreSQL makes no single join of it then, and finds each
 *   row by the plan that one key alone would get.
 * - Cross instead of join: SQLite takes tables that are crossed in the order in which they are written.
 * - Compare as a whole (`(owner, due_at) <= (…)`): one range of the index that has these columns. Given the owner by itself,
 *   PostgreSQL takes it for one of many with few rows, and reads and sorts those of all others to find these; or it goes along
 *   another index in the order that is asked for, past the rows of everyone.
 * - Name ranges by a `case`: joined with a list of ranges, PostgreSQL compares every row with every one of them.
 */

/**
 * A condition as the partial indexes have it. Of a parameter PostgreSQL could not know that it fits such an index, nor how
 * frequent its value is: it would find the plan that it keeps too expensive, and plan at every call.
 */
export function isLiterally(column: string, ...values: (string | number)[]): RawBuilder<boolean> {
  const [only] = values;
  const literals = sql.join(values.map((value) => sql.lit(value)));
  return values.length === 1 && only !== undefined
    ? sql<boolean>`${sql.ref(column)} = ${sql.lit(only)}`
    : sql<boolean>`${sql.ref(column)} in (${literals})`;
}

/**
 * A column by which SQLite shall not look rows up. It keeps no statistics, and takes an index on the owner for as good as
 * any: it would read all rows of the owner.
 */
export function notByIndexOnSqlite(engine: Engine, column: string): RawBuilder<string> {
  return engine === 'sqlite' ? sql<string>`+${sql.ref(column)}` : sql<string>`${sql.ref(column)}`;
}

/**
 * A number by which neither engine shall look rows up. Where nearly every row fits, PostgreSQL would still take an index that has
 * the number, even one of all workspaces, and sort what it finds, instead of going along the one that is in order.
 */
export function notByIndex(column: string): RawBuilder<number> {
  return sql<number>`${sql.ref(column)} + 0`;
}

/**
 * A text in whose order neither engine shall go along an index. Few rows fit, and an index of their own has them: they are taken
 * from it and sorted, where the one in order would be searched to its end.
 */
export function notAlongIndex(column: string): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} || ''`;
}

/**
 * A value that PostgreSQL shall not look at when it plans. It would guess from the bounds of a range that few rows fit, and
 * rather read and sort those of all partitions than go along an index of each.
 */
export function unseen(engine: Engine, value: string): RawBuilder<string> {
  return engine === 'postgres' ? sql<string>`(select ${value}::text)` : sql<string>`${value}`;
}

/**
 * How a part of a table is ordered by id: the rows of one owner, or those that wait for something. PostgreSQL takes an
 * index for an order only when it has its nulls at the same end, even where there are none. The indexes of those parts
 * have; the primary key has not. Along that one it would walk past all other rows, in the hope of soon meeting enough
 * that fit.
 */
export function newestFirst(id: OrderByItemBuilder): OrderByItemBuilder {
  return id.desc().nullsLast();
}

export function oldestFirst(id: OrderByItemBuilder): OrderByItemBuilder {
  return id.asc().nullsFirst();
}

/**
 * The list, its last entry repeated up to a power of two. A query with `in` has another text for each length of its list;
 * so there are few of them to prepare and to keep.
 */
export function padded<T>(list: readonly T[]): T[] {
  const last = list.at(-1);
  if (last === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(list.length));
  return [...list, ...new Array<T>(length - list.length).fill(last)];
}

/**
 * Whether a column has one of many values, which are a single parameter: the statement is the same for any number of them.
 */
export function isAmong(
  engine: Engine,
  column: string,
  values: readonly string[] | readonly number[],
): RawBuilder<boolean> {
  if (engine === 'sqlite')
    return sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`;
  const type = sql.raw(typeof values[0] === 'number' ? 'bigint[]' : 'text[]');
  return sql<boolean>`${sql.ref(column)} = any(${values}::${type})`;
}

/** How many rows at most. As a parameter SQLite takes three times as long. */
export function literalLimit(count: number): RawBuilder<number> {
  return sql.lit(count);
}

/** A list as a subquery. PostgreSQL would see the length of a parameter and plan again at every call. */
export function hiddenList(list: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${list})`;
}
