import { randomBytes } from 'node:crypto';
import type { CompiledQuery, Kysely, LogEvent } from 'kysely';
import type { Signals } from './signals.ts';
import type { Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';

/** A handle to run queries on: the reader, or a transaction. */
export type Queries = Kysely<Tables>;

export interface Database {
  readonly engine: Engine;

  /** Names whoever holds a lease: each process that opens the database is another one. */
  readonly node: string;

  /** For reads outside of a transaction. Writing through it is refused on SQLite. */
  readonly reader: Queries;

  /**
   * The same for lists, search, statistics and exports, which a replica takes over where there is one (0131). What was committed
   * before a statement is seen by it, as with the reader.
   */
  readonly lists: Queries;

  /** PostgreSQL with a replica: how that does. */
  readonly replica?: { report(): Promise<ReplicaReport> };

  /**
   * Runs the work in one transaction and resolves when it is durable. The work may only await queries on the handle
   * it is given: on SQLite all writers of the process share one connection and wait for each other.
   */
  write<T>(work: (transaction: Queries) => Promise<T>): Promise<T>;

  /** The same for what takes as long as it takes: no statement of it is cut off. For migrations. */
  writeWithoutLimit<T>(work: (transaction: Queries) => Promise<T>): Promise<T>;

  /** The same on a connection that nothing else uses, so that it waits for no call. For a node's signs of life. */
  writeApart<T>(work: (transaction: Queries) => Promise<T>): Promise<T>;

  /** Runs the action once the transaction is durable; never, when it is undone. */
  afterCommit(transaction: Queries, action: () => void): void;

  /** Between everything that uses this database. */
  readonly signals: Signals;

  /** The short way for the row that a call begins with. */
  find<Row>(lookup: Lookup<Row>, key: readonly string[]): Promise<Row | undefined>;

  /** The short way for a hot statement inside a transaction of `write`. */
  run<Row>(transaction: Queries, query: CompiledQuery<Row>, parameters: readonly unknown[]): Promise<Row[]>;

  /**
   * PostgreSQL alone: rows of several tables in one statement, and so in one round trip, durable when it resolves. SQLite has
   * no round trips to save, and its writer makes many writes durable together.
   */
  readonly insertAtOnce?: (inserts: readonly NewRows[]) => Promise<void>;

  /** Rejects when the database does not answer. */
  ping(): Promise<void>;

  close(): Promise<void>;
}

/** A read of at most one row, compiled once. On PostgreSQL it finds the rows of many keys, each with its `place`. */
export interface Lookup<Row> {
  query: CompiledQuery<Row & Place>;
  /** The query's parameters: those of one key, or of many, where each part of the key is a list. */
  parameters(key: readonly (string | string[])[]): unknown[];
}

/** Rows for one table, all with the same columns. */
export interface NewRows {
  table: keyof Tables;
  columns: readonly string[];
  rows: readonly object[];
}

/** Which key the row belongs to: its index in the list, counted from 1. */
export interface Place {
  place: number;
}

/** How a replica stands to the primary. */
export interface ReplicaReport {
  /** False: it takes writes of its own. */
  isReplica: boolean;
  isOfPrimary: boolean;
  isOfDatabase: boolean;
  /** False: it has not followed the primary through a failover, or not said so yet. */
  isOnTimeline: boolean;
  /** Zero when it has everything. */
  lagSeconds: number;
}

/** Why a list was read from the primary though there is a replica. */
export type FallbackReason = 'away' | 'behind' | 'conflict' | 'foreign' | 'refused' | 'unreachable';

/** Is told how the database does. */
export interface DatabaseWatch {
  /** A query of the reader has ended. */
  queried(milliseconds: number, error?: unknown): void;
  /** SQLite: so many writes shared one commit. */
  committed(writes: number): void;
  /** PostgreSQL: someone waited so long for a connection of the pool. */
  waited(milliseconds: number): void;
  /** A statement of a list was answered by the replica, or is left to the primary for a reason. */
  listRead(fallback?: FallbackReason): void;
}

/** For Kysely's `log`. */
export function queryLog(watch: DatabaseWatch): (event: LogEvent) => void {
  return (event) =>
    watch.queried(event.queryDurationMillis, event.level === 'error' ? event.error : undefined);
}

/** The database cannot be reached or cannot write at the moment; the same call may succeed later. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super(`The database is not available: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = 'DatabaseUnavailableError';
  }
}

/** A statement took longer than any may. Others may well succeed: it may have waited for a lock that someone holds. */
export class StatementTimeoutError extends DatabaseUnavailableError {}

export function createNodeName(): string {
  return randomBytes(8).toString('hex');
}
