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
import type { Database, Queries } from '../../src/platform/db/database.ts';
import type { Tables } from '../../src/platform/db/tables.ts';

const FEW_ROWS = 100;

export interface Plan {
  sql: string;
  text: string;
}

/** Lets a repository build its queries, catches them, and asks the engine how it would run each. */
export async function explain(
  database: Database,
  use: (recording: Database) => Promise<unknown>,
): Promise<string[]> {
  const plans = await plansOf(database, use, { areRun: false });
  return plans.map(({ text }) => text);
}

/**
 * As in service: SQLite has no statistics (0062), PostgreSQL keeps them by itself. Vacuumed as well, so that autovacuum
 * finds nothing to do that could change a plan afterwards.
 */
export async function settleStatistics({ engine, reader }: Database): Promise<void> {
  if (engine === 'postgres') await sql`vacuum analyze`.execute(reader);
}

/** The same for a part of the service that goes on with what its queries find. */
export async function plansOf(
  database: Database,
  use: (recording: Database) => Promise<unknown>,
  { areRun }: { areRun: boolean },
): Promise<Plan[]> {
  const queries: CompiledQuery[] = [];
  await use({ ...database, reader: recorder(database, queries, areRun) });
  const postgres = database.engine === 'postgres';
  return Promise.all(
    queries.map(async (query) => {
      const plan = await database.reader.executeQuery<Record<string, string>>({
        ...query,
        sql: `${postgres ? 'explain' : 'explain query plan'} ${query.sql}`,
      });
      const text = plan.rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
      return { sql: query.sql, text: postgres ? await withoutTinyScans(database, text) : text };
    }),
  );
}

/** Of a table that is all but empty PostgreSQL rightly reads the whole: what matters is how it reads those that are filled. */
async function withoutTinyScans({ reader }: Database, text: string): Promise<string> {
  const scanned = new Set([...text.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table as string));
  let judged = text;
  for (const table of scanned) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit ${sql.lit(FEW_ROWS)}`.execute(reader);
    if (rows.length < FEW_ROWS)
      judged = judged.replaceAll(`Seq Scan on ${table}`, `All of the few rows of ${table}`);
  }
  return judged;
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
