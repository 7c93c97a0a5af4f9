import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../../../src/platform/db/database.ts';
import type { Tables } from '../../../src/platform/db/tables.ts';

type Table = keyof Tables;
type Row<T extends Table> = Selectable<Tables[T]>;
/** The values that a row must have, by column. */
type Where<T extends Table> = Partial<Row<T>>;

// Kysely does not see through a table that is a type parameter; the signatures below say what is returned.
const ANY = 'installation';

/** Kysely leaves out a column whose value is undefined, and would then find the rows of everyone. */
function complete<W extends object>(where: W): W {
  for (const [column, value] of Object.entries(where))
    if (value === undefined) throw new Error(`There is no value for ${column}`);
  return where;
}

/** The rows with these values. */
export async function rowsOf<T extends Table>(
  database: Pick<Database, 'reader'>,
  table: T,
  where: Where<T>,
  orderBy?: keyof Row<T>,
): Promise<Row<T>[]> {
  const query = database.reader
    .selectFrom(table as typeof ANY)
    .selectAll()
    .where((eb) => eb.and(complete(where)));
  const rows = orderBy === undefined ? query : query.orderBy(orderBy as 'id');
  return (await rows.execute()) as unknown as Row<T>[];
}

/** The first row with these values; there must be one. */
export async function rowOf<T extends Table>(
  database: Pick<Database, 'reader'>,
  table: T,
  where: Where<T>,
): Promise<Row<T>> {
  const [row] = await rowsOf(database, table, where);
  if (row === undefined) throw new Error(`No row in ${table} with ${JSON.stringify(where)}`);
  return row;
}

/** Behind the back of the service. */
export async function updateRows<T extends Table>(
  database: Pick<Database, 'write'>,
  table: T,
  where: Where<T>,
  values: Updateable<Tables[T]>,
): Promise<void> {
  await database.write((trx) =>
    trx
      .updateTable(table as typeof ANY)
      .set(values)
      .where((eb) => eb.and(complete(where)))
      .execute(),
  );
}

/** Behind the back of the service. */
export async function insertRows<T extends Table>(
  database: Pick<Database, 'write'>,
  table: T,
  values: Insertable<Tables[T]> | readonly Insertable<Tables[T]>[],
): Promise<void> {
  const rows = [values].flat() as Insertable<Tables[typeof ANY]>[];
  await database.write(async (trx) => {
    // More would be too many parameters for one statement.
    for (let at = 0; at < rows.length; at += 500) {
      const some = rows.slice(at, at + 500);
      await trx
        .insertInto(table as typeof ANY)
        .values(some)
        .execute();
    }
  });
}

/** Every row of every table, whatever tables there are. */
export async function readAllTables(database: Database): Promise<Record<string, unknown[]>> {
  const names =
    database.engine === 'postgres'
      ? sql<{ name: string }>`select relname as name from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`
      : sql<{ name: string }>`select name from sqlite_master where type = 'table'`;
  const tables: Record<string, unknown[]> = {};
  for (const { name } of (await names.execute(database.reader)).rows) {
    tables[name] = (await sql`select * from ${sql.table(name)}`.execute(database.reader)).rows;
  }
  return tables;
}
