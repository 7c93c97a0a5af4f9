import { sql } from 'kysely';
import type { Database } from '../../src/platform/db/database.ts';
import { OPERATIONS } from './operations.ts';
import { deleteCreated, type World } from './world.ts';

/** So many of each, to see what PostgreSQL writes for one. */
const LOGGED = 40;

/** What the rows take on the disk, and on PostgreSQL what a change adds to its log. */
export async function footprint(world: World): Promise<{ name: string; value: string }[]> {
  const { database } = world.services;
  const rows = world.rows.toLocaleString('en');
  const bytes = await sizeOf(database);
  const each = Math.round(bytes / world.rows).toLocaleString('en');
  const figures = [
    {
      name: `${database.engine}: ${rows} requests with two photos each, on the disk`,
      value: `${(bytes / 1e6).toFixed(0)} MB, ${each} bytes each`,
    },
  ];
  if (database.engine === 'sqlite') return figures;
  for (const name of ['create', 'submit']) {
    const logged = Math.round(await loggedBy(world, name)).toLocaleString('en');
    figures.push({ name: `postgres: ${rows} requests, log (WAL) of one ${name}`, value: `${logged} bytes` });
  }
  await deleteCreated(world);
  return figures;
}

async function sizeOf({ engine, reader }: Database): Promise<number> {
  const query =
    engine === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{
          bytes: number;
        }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`;
  return Number((await query.execute(reader)).rows[0]?.bytes);
}

async function loggedBy(world: World, name: string): Promise<number> {
  const operation = OPERATIONS.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`There is no operation ${name}`);
  const prepared = [];
  for (let number = 0; number < LOGGED; number++) prepared.push(await operation.prepare(world, number));
  const before = await logPosition(world.services.database);
  for (const work of prepared) await work();
  return ((await logPosition(world.services.database)) - before) / LOGGED;
}

async function logPosition({ reader }: Database): Promise<number> {
  const query = sql<{ bytes: number }>`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes`;
  return Number((await query.execute(reader)).rows[0]?.bytes);
}
