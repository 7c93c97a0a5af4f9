import type { OrderByItemBuilder } from 'kysely';

/*
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
