import { createHash } from 'node:crypto';
import {
  type CompiledQuery,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Engine } from '../src/platform/db/database.ts';
import type { Migration } from '../src/platform/db/migrate.ts';
import type { Tables } from '../src/platform/db/tables.ts';

/** Some steps have the time of their run in a statement; here it is always the same. */
const ANY_TIME = Date.UTC(2026, 0, 1);
const HASH_LENGTH = 32;

/** What a step runs on a database that finds nothing. */
export async function statementsOf(step: Pick<Migration, 'up'>, engine: Engine): Promise<string[]> {
  const statements: string[] = [];
  const db = new Kysely<Tables>({
    dialect: recordingDialect(engine, ({ sql, parameters }) => {
      statements.push(`${normalized(sql)} ${JSON.stringify(parameters)}`);
    }),
  });
  const now = Date.now;
  Date.now = () => ANY_TIME;
  try {
    await step.up(db, engine);
  } finally {
    Date.now = now;
  }
  return statements;
}

/** What a step does, as a hash of its statements. */
export async function hashOf(step: Pick<Migration, 'up'>, engine: Engine): Promise<string> {
  const statements = await statementsOf(step, engine);
  return createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, HASH_LENGTH);
}

export type Hashes = Record<string, Record<Engine, string>>;

export async function hashesOf(steps: readonly Migration[]): Promise<Hashes> {
  const hashes: Hashes = {};
  for (const step of steps) {
    hashes[step.name] = { sqlite: await hashOf(step, 'sqlite'), postgres: await hashOf(step, 'postgres') };
  }
  return hashes;
}

/** Steps that do something else than what they were committed with, or are gone. */
export function editedSteps(committed: Hashes, now: Hashes): string[] {
  return Object.keys(committed).filter(
    (name) =>
      committed[name]?.sqlite !== now[name]?.sqlite || committed[name]?.postgres !== now[name]?.postgres,
  );
}

/** How a statement is laid out and quoted changes nothing of what it does. */
function normalized(sql: string): string {
  return sql.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

function recordingDialect(engine: Engine, record: (query: CompiledQuery) => void): Dialect {
  const isPostgres = engine === 'postgres';
  const connection = {
    async executeQuery(query: CompiledQuery) {
      record(query);
      return { rows: [] };
    },
    async *streamQuery() {},
  };
  return {
    createDriver: () => ({
      async init() {},
      acquireConnection: async () => connection,
      async beginTransaction() {},
      async commitTransaction() {},
      async rollbackTransaction() {},
      async releaseConnection() {},
      async destroy() {},
    }),
    createAdapter: () => (isPostgres ? new PostgresAdapter() : new SqliteAdapter()),
    createQueryCompiler: () => (isPostgres ? new PostgresQueryCompiler() : new SqliteQueryCompiler()),
    createIntrospector: (db) => (isPostgres ? new PostgresIntrospector(db) : new SqliteIntrospector(db)),
  };
}
