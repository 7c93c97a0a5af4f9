import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type CompiledQuery, Kysely, SqliteDialect, type SqliteStatement } from 'kysely';
import {
  createNodeName,
  type Database,
  DatabaseUnavailableError,
  type DatabaseWatch,
  type Queries,
  queryLog,
} from './database.ts';
import { createGatheredLookups } from './gathered-lookups.ts';
import { createGroupWriter } from './group-writer.ts';
import { createLocalSignals } from './signals.ts';
import type { Tables } from './tables.ts';

const IN_MEMORY = ':memory:';
const MAX_CACHED_STATEMENTS = 500;

/** Result codes of a file that cannot be used: busy, locked, no memory, read-only, I/O, corrupt, full, cannot open, no database. */
const UNAVAILABLE_CODES = new Set([5, 6, 7, 8, 10, 11, 13, 14, 26]);

/** Opens the embedded database: one connection that writes, one that reads (ARCHITECTURE.md says why). */
export function openSqlite(file: string, watch?: DatabaseWatch): Database {
  const writing = openFile(file);
  // Waiting for another process's lock must not freeze the event loop: the group writer retries by itself.
  writing.exec('pragma busy_timeout = 0');
  translated(() => withLockRetry(() => writing.exec('pragma journal_mode = wal')));
  writing.exec('pragma synchronous = full; pragma foreign_keys = on; pragma temp_store = memory');
  // What is erased is overwritten, not merely marked as free (0056).
  writing.exec('pragma secure_delete = on');
  // 16 MB: each checkpoint holds up the writes that wait for it, and most pages of a small log are written once more soon.
  writing.exec('pragma wal_autocheckpoint = 4000');
  const reading = new DatabaseSync(file, { readOnly: true });
  reading.exec('pragma busy_timeout = 1000; pragma cache_size = -16000');

  const readStatement = statementCache(reading);
  const runRead = preparedRunner(reading);
  const reader = kyselyOver(reading, readStatement, watch);
  const writeStatement = statementCache(writing);
  const transaction = kyselyOver(writing, writeStatement);
  const writer = createGroupWriter<Queries>({
    transaction,
    run: preparedRunner(writing),
    inTransaction: () => writing.isTransaction,
    isBusy: (error) => resultCode(error) === 5,
    onCommit: watch?.committed,
  });

  return {
    engine: 'sqlite',
    node: createNodeName(),
    reader,
    lists: reader,
    write: (work) => writer.write(work).catch(rethrow),
    writeWithoutLimit: (work) => writer.write(work).catch(rethrow),
    writeApart: (work) => writer.write(work).catch(rethrow),
    afterCommit: (_transaction, action) => writer.afterCommit(action),
    signals: createLocalSignals(),
    find: createGatheredLookups(({ query, parameters }, keys) => {
      const statement = readStatement(query.sql);
      // One transaction, so that the file's locks are taken once.
      translated(() => runRead('begin'));
      try {
        return keys.map((key) => statement.all(parameters(key))[0]);
      } finally {
        if (reading.isTransaction) runRead('commit');
      }
    }),
    // The group writer has one connection and one transaction at a time, so this is the one that was meant.
    async run<Row>(_transaction: Queries, query: CompiledQuery<Row>, parameters: readonly unknown[]) {
      return writeStatement(query.sql).all(parameters) as Row[];
    },
    async ping() {
      try {
        readStatement('select 1 from schema_migrations limit 1').all([]);
      } catch (error) {
        throw new DatabaseUnavailableError(error);
      }
    },
    async close() {
      await writer.close();
      reading.close();
      writing.close();
    },
  };
}

/** The few statements that frame transactions, prepared once each. Errors come as they are: the writer reads their codes. */
function preparedRunner(connection: DatabaseSync): (sql: string) => void {
  const statements = new Map<string, StatementSync>();
  return (sql) => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = connection.prepare(sql);
      statements.set(sql, statement);
    }
    statement.run();
  };
}

function openFile(file: string): DatabaseSync {
  try {
    // What is in it is no one else's business on a shared machine; SQLite's other files take over the mode.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    if (file !== IN_MEMORY) closeSync(openSync(file, 'a', 0o600));
    return new DatabaseSync(file);
  } catch (error) {
    throw new DatabaseUnavailableError(new Error(`${file}: ${(error as Error).message}`, { cause: error }));
  }
}

/** Preparing costs ten times as much as running a small query, so statements are kept by their text. */
function statementCache(connection: DatabaseSync): (sql: string) => Statement {
  const statements = new Map<string, Statement>();
  return (sql) => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = prepare(connection, sql);
      if (statements.size >= MAX_CACHED_STATEMENTS) statements.clear();
      statements.set(sql, statement);
    }
    return statement;
  };
}

type Statement = Required<SqliteStatement>;

function prepare(connection: DatabaseSync, sql: string): Statement {
  const statement = translated(() => connection.prepare(sql));
  const columns = statement.columns().map(({ name }) => name);
  // Rows that node:sqlite makes into objects itself cost more to read.
  statement.setReturnArrays(columns.length > 0);
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  const toObject = createRowReader(columns);
  return {
    reader: columns.length > 0,
    all: (parameters) => translated(() => statement.all(...values(parameters)).map(toObject)),
    run: (parameters) => translated(() => statement.run(...values(parameters))),
    *iterate(parameters) {
      for (const row of statement.iterate(...values(parameters))) yield toObject(row);
    },
  };
}

/**
 * Written out as one object literal, all rows of a statement have one shape that V8 knows; built name by name they
 * take longer to create and to read.
 */
function createRowReader(columns: string[]): (row: unknown) => Record<string, unknown> {
  const fields = columns.map((name, index) => `${JSON.stringify(name)}: row[${index}]`);
  return new Function('row', `return { ${fields.join(', ')} };`) as ReturnType<typeof createRowReader>;
}

function kyselyOver(
  connection: DatabaseSync,
  statementFor: (sql: string) => Statement,
  watch?: DatabaseWatch,
): Queries {
  return new Kysely<Tables>({
    dialect: new SqliteDialect({
      database: { prepare: statementFor, close: () => connection.close() },
    }),
    ...(watch === undefined ? {} : { log: queryLog(watch) }),
  });
}

/** Several processes may open a new file at once; switching it to WAL takes a lock for a moment. */
function withLockRetry(action: () => void): void {
  for (let attempt = 0; ; attempt++) {
    try {
      action();
      return;
    } catch (error) {
      if (resultCode(error) !== 5 || attempt === 1_500) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

function translated<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    return rethrow(error);
  }
}

function rethrow(error: unknown): never {
  const code = resultCode(error);
  throw code !== undefined && UNAVAILABLE_CODES.has(code) ? new DatabaseUnavailableError(error) : error;
}

function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined;
  return error.errcode & 0xff;
}
