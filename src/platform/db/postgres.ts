import { setTimeout as delay } from 'node:timers/promises';
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import {
  createNodeName,
  type Database,
  DatabaseUnavailableError,
  type DatabaseWatch,
  type NewRows,
  type Place,
  type Queries,
  queryLog,
} from './database.ts';
import { createGatheredLookups } from './gathered-lookups.ts';
import { isRetryable, isStalePlan, isStatementTimeout, isUnavailable, rethrow } from './postgres-errors.ts';
import { createReplica, type Replica } from './postgres-replica.ts';
import { createPostgresSignals } from './postgres-signals.ts';
import { createSilenceWatch, type SilenceLimits } from './postgres-silence.ts';
import { runFollowUps } from './signals.ts';
import type { Tables } from './tables.ts';

const POOL_SIZE = 20;
/** So long a list waits for a replica that is gone, once: then it is known to be away. */
const REPLICA_CONNECT_TIMEOUT_MS = 1_000;
const LIMITS: PostgresLimits = {
  connectMs: 5_000,
  statementMs: 20_000,
  answerMs: 25_000,
  suspiciousMs: 4_000,
  probeMs: 3_000,
};
/** The longest that a timer can wait: 24 days. */
const NO_LIMIT_MS = 2 ** 31 - 1;
const MAX_NAMED_STATEMENTS = 500;
const DEADLOCK_RETRIES = 5;
const DEADLOCK_PAUSE_MS = 10;

export interface PostgresLimits extends SilenceLimits {
  connectMs: number;
  statementMs: number;
  /** The server's own limit is of no use when the server has fallen silent. */
  answerMs: number;
}

export interface PostgresOptions {
  watch?: DatabaseWatch | undefined;
  /** A streaming replica, for lists. */
  readUrl?: string | undefined;
  log?: Pick<Log, 'info' | 'warn'> | undefined;
  /** In place of the usual ones. */
  limits?: Partial<PostgresLimits> | undefined;
}

export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  const { watch, readUrl, log } = options;
  const limits = { ...LIMITS, ...options.limits };
  const pool = createPool(url, POOL_SIZE, limits);
  const poolApart = createPool(url, 1, limits);
  const nameOf = statementNames();
  const unlessSilent = createSilenceWatch(url, limits);

  const takeConnection = watch === undefined ? () => pool.connect() : timedConnect(pool, watch);

  const dialectOf = (
    of: pg.Pool,
    take: () => Promise<Pick<pg.PoolClient, 'query' | 'release'>>,
    more: { query_timeout?: number } = {},
  ) =>
    new PostgresDialect({
      pool: {
        options: of.options,
        async connect() {
          const client = await take().catch(rethrow);
          let isBroken = false;
          const query = async (sql: string, values: unknown[]) => {
            // A connection that has failed once would keep the rollback waiting as long again.
            if (isBroken) throw new DatabaseUnavailableError(new Error('the connection is broken'));
            try {
              return await unlessSilent(client.query({ name: nameOf(sql), text: sql, values, ...more }));
            } catch (error) {
              isBroken ||= isStalePlan(error) || (isUnavailable(error) && !isStatementTimeout(error));
              if (!isStalePlan(error)) return rethrow(error);
              // Inside a transaction this fails too, and the whole transaction runs again.
              return client.query({ text: sql, values }).catch(() => rethrow(error));
            }
          };
          return { query: query as never, release: () => client.release(isBroken) };
        },
        end: () => of.end(),
      },
    });
  const dialect = dialectOf(pool, takeConnection);
  const queries: Queries = new Kysely<Tables>({ dialect });
  const unlimited: Queries = new Kysely<Tables>({
    dialect: dialectOf(pool, takeConnection, { query_timeout: NO_LIMIT_MS }),
  });
  const apart: Queries = new Kysely<Tables>({ dialect: dialectOf(poolApart, () => poolApart.connect()) });
  const watched = (by: PostgresDialect): Queries =>
    new Kysely<Tables>({ dialect: by, ...(watch === undefined ? {} : { log: queryLog(watch) }) });
  const reader = watched(dialect);

  const replica =
    readUrl === undefined
      ? undefined
      : createReplica({
          askPrimary: (query) => unlessSilent(pool.query(query)),
          pool: createPool(readUrl, POOL_SIZE, { ...limits, connectMs: REPLICA_CONNECT_TIMEOUT_MS }),
          unlessSilent: createSilenceWatch(readUrl, limits),
          watch,
          log,
        });

  const signals = createPostgresSignals(url, (sql, values) => pool.query(sql, values));
  const followUps = new WeakMap<Queries, (() => void)[]>();

  async function transact<T>(on: Queries, work: (transaction: Queries) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        const actions: (() => void)[] = [];
        const result = await on.transaction().execute((transaction) => {
          followUps.set(transaction, actions);
          return work(transaction);
        });
        runFollowUps(actions);
        return result;
      } catch (error) {
        if (!isRetryable(error) || attempt === DEADLOCK_RETRIES) throw error;
        // Those that got in each other's way must not meet again at once.
        await delay(Math.random() * DEADLOCK_PAUSE_MS * 2 ** attempt);
      }
    }
  }

  return {
    engine: 'postgres',
    node: createNodeName(),
    reader,
    lists: replica === undefined ? reader : watched(dialectOf(pool, async () => replicaFirst(replica, pool))),
    ...(replica === undefined ? {} : { replica }),
    signals,
    afterCommit(transaction, action) {
      const actions = followUps.get(transaction);
      if (actions === undefined) throw new Error('No transaction is running');
      actions.push(action);
    },
    write: (work) => transact(queries, work),
    writeWithoutLimit: (work) =>
      transact(unlimited, async (transaction) => {
        await sql`set local statement_timeout = 0`.execute(transaction);
        return work(transaction);
      }),
    writeApart: (work) => transact(apart, work),
    find: createGatheredLookups(async ({ query: { sql: text }, parameters }, keys) => {
      const parts = keys[0]?.map((_, part) => keys.map((key) => key[part] as string)) ?? [];
      const values = parameters(parts);
      const result = await unlessSilent(pool.query<Place>({ name: nameOf(text), text, values }))
        .catch((error) => (isStalePlan(error) ? pool.query<Place>(text, values) : rethrow(error)))
        .catch(rethrow);
      const found = new Map(result.rows.map((row) => [row.place, row]));
      return keys.map((_, index) => found.get(index + 1));
    }),
    async run<Row>(transaction: Queries, query: CompiledQuery<Row>, parameters: readonly unknown[]) {
      return (await transaction.executeQuery<Row>({ ...query, parameters })).rows;
    },
    async insertAtOnce(inserts) {
      const some = inserts.filter(({ rows }) => rows.length > 0);
      const text = insertStatement(some);
      const values = some.map(({ rows }) => JSON.stringify(rows));
      await unlessSilent(pool.query({ name: nameOf(text), text, values })).catch(rethrow);
    },
    async ping() {
      try {
        await pool.query('select 1');
      } catch (error) {
        throw new DatabaseUnavailableError(error);
      }
    },
    async close() {
      await replica?.close();
      await signals.close();
      await pool.end();
      await poolApart.end();
    },
  };
}

/** As a connection: each statement goes to the replica, and to the primary when the replica cannot answer it. */
function replicaFirst(replica: Replica, primary: pg.Pool): Pick<pg.PoolClient, 'query' | 'release'> {
  const query = async (statement: pg.QueryConfig) =>
    (await replica.read(statement)) ?? primary.query(statement);
  return { query: query as never, release() {} };
}

/** Opens its connections when they are needed. */
function createPool(url: string, size: number, limits: PostgresLimits): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    keepAlive: true,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    query_timeout: limits.answerMs,
    types: { getTypeParser: numbersAsNumbers },
  });
  // A broken idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  // The pool takes its own listener off while a connection is in use.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function timedConnect(pool: pg.Pool, watch: DatabaseWatch): () => Promise<pg.PoolClient> {
  return async () => {
    const startedAt = performance.now();
    const client = await pool.connect();
    watch.waited(performance.now() - startedAt);
    return client;
  };
}

/** All in one statement, which is a transaction of its own. JSON is read by the server's types of the columns. */
function insertStatement(inserts: readonly NewRows[]): string {
  const parts = inserts.map(({ table, columns }, index) => {
    const names = columns.map((column) => `"${column}"`).join(', ');
    const rows = `json_populate_recordset(null::${table}, $${index + 1})`;
    return `insert_${index} as (insert into ${table} (${names}) select ${names} from ${rows})`;
  });
  return `with ${parts.join(', ')} select`;
}

/** A named statement is parsed and planned once per connection. Past the cap, statements go unnamed. */
function statementNames(): (sql: string) => string | undefined {
  const names = new Map<string, string>();
  return (sql) => {
    let name = names.get(sql);
    if (name === undefined && names.size < MAX_NAMED_STATEMENTS) {
      name = `shutterpost_${names.size}`;
      names.set(sql, name);
    }
    return name;
  };
}

/** bigint, count and sum arrive as text by default; all of ours fit into a number. */
function numbersAsNumbers(oid: number, format?: string): (text: string) => unknown {
  return PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format as 'text');
}

const { INT4, INT8, NUMERIC, TEXT } = pg.types.builtins;
const PARSERS = new Map<number, (text: string) => unknown>([
  [TEXT, (text) => text],
  [INT4, Number],
  [INT8, Number],
  [NUMERIC, Number],
]);
