import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import type { Place } from '../databases.ts';
import type { Rows } from './population.ts';

type Row = Record<string, SQLInputValue>;

/** In the order in which they refer to each other. */
const TABLES = {
  requests: 'photo_requests',
  photos: 'photos',
  events: 'events',
  similarityKeys: 'similarity_keys',
} as const;

/** Straight into the tables, with all of their indexes, and without waiting for the disk. No one else may be connected. */
export async function fill(place: Place, batches: Iterable<Rows>): Promise<void> {
  if (place.engine === 'sqlite') await fillSqlite(place.sqliteFile, batches);
  else await fillPostgres(place.databaseUrl as string, batches);
}

async function fillSqlite(file: string, batches: Iterable<Rows>): Promise<void> {
  const connection = new DatabaseSync(file);
  // With a journal in memory each page is written once; the cache holds the indexes whose keys are scattered.
  connection.exec(
    'pragma journal_mode = memory; pragma synchronous = off; pragma cache_size = -600000; pragma foreign_keys = off',
  );
  // Twelve million keys in no order would take an hour.
  connection.exec('create temp table unsorted_keys (key, sketch, photo_id)');
  for (const batch of batches) {
    connection.exec('begin');
    for (const [name, rows] of tablesOf(batch)) {
      const table = name === TABLES.similarityKeys ? 'unsorted_keys' : name;
      const columns = Object.keys(rows[0] as Row);
      const insert = connection.prepare(
        `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
      );
      for (const row of rows) insert.run(...Object.values(row));
    }
    connection.exec('commit');
    // Otherwise no one could stop it before it is done.
    await setImmediate();
  }
  connection.exec(`insert into ${TABLES.similarityKeys} (key, sketch, photo_id)
    select key, sketch, photo_id from unsorted_keys order by key, sketch, photo_id`);
  connection.exec('drop table unsorted_keys');
  connection.exec('pragma journal_mode = wal');
  connection.close();
}

async function fillPostgres(url: string, batches: Iterable<Rows>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Without triggers: the notes of forty million rows would take hours to add up. They are counted at the end.
  await client.query(
    "set synchronous_commit = off; set maintenance_work_mem = '512MB'; set session_replication_role = replica",
  );
  // Keys in no order touch every page again after each checkpoint, and all of each would be logged.
  await configure(client, ['full_page_writes = off', "max_wal_size = '8GB'"]);
  await client.query('alter table similarity_keys drop constraint similarity_keys_pk');
  for (const batch of batches) {
    for (const [table, rows] of tablesOf(batch)) await insertRows(client, table, rows);
  }
  // Twelve million keys one by one would take an hour. An index that has grown is as full as this.
  await client.query(
    'alter table similarity_keys add constraint similarity_keys_pk primary key (key, sketch, photo_id) with (fillfactor = 70)',
  );
  // What autovacuum would otherwise do in the middle of the measurement.
  await client.query('vacuum analyze');
  await configure(client, ['full_page_writes = on', 'max_wal_size = default']);
  await client.query('checkpoint');
  await client.end();
}

async function configure(client: pg.Client, settings: string[]): Promise<void> {
  for (const setting of settings) await client.query(`alter system set ${setting}`);
  await client.query('select pg_reload_conf()');
}

/** What all rows have in common is sent once. */
async function insertRows(client: pg.Client, table: string, rows: Row[]): Promise<void> {
  const [first = {}] = rows;
  const columns = Object.keys(first).filter((column) => rows.some((row) => row[column] !== null));
  const isShared = (column: string) => rows.every((row) => row[column] === first[column]);
  const shared = columns.filter(isShared);
  const own = columns.filter((column) => !shared.includes(column));
  const arrays = own.map((column, index) => `$${index + 1}::${arrayType(rows, column)}`);
  const constants = shared.map((_, index) => `$${own.length + index + 1}`);
  await client.query({
    text: `insert into ${table} (${[...own, ...shared].join(', ')})
      select ${['one.*', ...constants].join(', ')} from unnest(${arrays.join(', ')}) as one`,
    values: [
      ...own.map((column) => rows.map((row) => row[column])),
      ...shared.map((column) => first[column]),
    ],
  });
}

function arrayType(rows: Row[], column: string): string {
  const values = rows.map((row) => row[column]).filter((value) => typeof value === 'number');
  if (values.length === 0) return 'text[]';
  return values.every(Number.isInteger) ? 'bigint[]' : 'float8[]';
}

function tablesOf(batch: Rows): [table: string, rows: Row[]][] {
  const parts = Object.entries(TABLES).map(
    ([part, table]) => [table, batch[part as keyof Rows] ?? []] as unknown as [string, Row[]],
  );
  return parts.filter(([, rows]) => rows.length > 0);
}
