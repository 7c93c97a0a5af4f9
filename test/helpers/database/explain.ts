import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { expect } from 'vitest';
import type { Database, Engine, Queries } from '../../../src/platform/db/database.ts';
import type { Tables } from '../../../src/platform/db/tables.ts';
import { waitUntil } from '../wait-until.ts';

/** A page of a list and the way to it take fewer; the whole of a table that these tests fill takes far more. */
export const MAX_PAGES_READ = 100;

export interface Plan {
  engine: Engine;
  sql: string;
  /** As the engine tells it. */
  text: string;
  /** How many pages of tables and indexes PostgreSQL read for it; SQLite does not count. */
  pagesRead: number;
}

/**
 * Fails when PostgreSQL reads a large part of a table. Only what it read counts: it has several good plans for a query, and
 * chooses by its statistics.
 */
export function expectFewPages({ engine, sql, text, pagesRead }: Plan, max = MAX_PAGES_READ): void {
  if (engine === 'postgres') expect(pagesRead, `${sql}\n${text}`).toBeLessThan(max);
}

/**
 * Fails when SQLite does not look rows up by this index, walks through all of a table or index, or sorts. It tells no cost, but
 * plans without looking at the rows (0062), so its words are always the same.
 */
export function expectIndex(
  { engine, sql, text }: Plan,
  index = /\bSEARCH\b/,
  { scan = /\bSCAN\b/, maySort = false } = {},
): void {
  if (engine !== 'sqlite') return;
  expect(text, sql).toMatch(index);
  expect(text, sql).not.toMatch(scan);
  if (!maySort) expect(text, sql).not.toMatch(/TEMP B-TREE/);
}

/** Lets a repository build its queries, catches them, and asks the engine how it would run each. */
export function explain(database: Database, use: (recording: Database) => Promise<unknown>): Promise<Plan[]> {
  return plansOf(database, use, { areRun: false });
}

/**
 * As in service: SQLite has no statistics (0062), PostgreSQL keeps them by itself. Where a transaction was open beside it, such
 * as of an automatic analysis, `vacuum` leaves pages for later, whose rows an index alone could not tell of.
 */
export async function settleStatistics({ engine, reader }: Database): Promise<void> {
  if (engine !== 'postgres') return;
  await waitUntil(async () => {
    await sql`vacuum analyze`.execute(reader);
    const { rows } = await sql`select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relallvisible < relpages`.execute(
      reader,
    );
    expect(rows).toEqual([]);
  });
}

/** The same for a part of the service that goes on with what its queries find. */
export async function plansOf(
  database: Database,
  use: (recording: Database) => Promise<unknown>,
  { areRun }: { areRun: boolean },
): Promise<Plan[]> {
  const queries: CompiledQuery[] = [];
  const recording = recorder(database, queries, areRun);
  await use({ ...database, reader: recording, lists: recording });
  const explained = database.engine === 'postgres' ? explainOnPostgres : explainOnSqlite;
  return Promise.all(queries.map((query) => explained(database, query)));
}

async function explainOnSqlite({ reader }: Database, query: CompiledQuery): Promise<Plan> {
  const { rows } = await reader.executeQuery<{ detail: string }>({
    ...query,
    sql: `explain query plan ${query.sql}`,
  });
  return {
    engine: 'sqlite',
    sql: query.sql,
    text: rows.map(({ detail }) => detail).join('\n'),
    pagesRead: 0,
  };
}

/** Runs the query, as nothing else tells what it reads, and undoes it. */
async function explainOnPostgres(database: Database, query: CompiledQuery): Promise<Plan> {
  const undo = new Error('Nothing of it is kept');
  let lines: string[] = [];
  await database
    .write(async (trx) => {
      const explained = { ...query, sql: `explain (analyze, buffers, costs off, timing off) ${query.sql}` };
      const { rows } = await trx.executeQuery<{ 'QUERY PLAN': string }>(explained);
      lines = rows.map((row) => row['QUERY PLAN']);
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
  const text = lines.join('\n');
  return { engine: 'postgres', sql: query.sql, text, pagesRead: pagesIn(lines) };
}

/** The first line about buffers is the whole query's; one behind "Planning:" is not about running it. */
function pagesIn(lines: string[]): number {
  const running = lines.slice(
    0,
    lines.findIndex((line) => line.startsWith('Planning')),
  );
  const buffers = running.find((line) => line.trimStart().startsWith('Buffers: shared')) ?? '';
  return [...buffers.matchAll(/(?:hit|read)=(\d+)/g)].reduce((sum, [, pages]) => sum + Number(pages), 0);
}

function recorder(database: Database, queries: CompiledQuery[], areRun: boolean): Queries {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery) {
      queries.push(query);
      return areRun ? database.reader.executeQuery<R>(query as CompiledQuery<R>) : { rows: [] as R[] };
    },
    async *streamQuery() {},
  };
  class RecordingDriver extends DummyDriver {
    override async acquireConnection() {
      return connection;
    }
  }
  const postgres = database.engine === 'postgres';
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => new RecordingDriver(),
      createAdapter: () => (postgres ? new PostgresAdapter() : new SqliteAdapter()),
      createQueryCompiler: () => (postgres ? new PostgresQueryCompiler() : new SqliteQueryCompiler()),
      createIntrospector: (db) => (postgres ? new PostgresIntrospector(db) : new SqliteIntrospector(db)),
    },
  });
}
