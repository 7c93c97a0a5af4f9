import { type RawBuilder, sql } from 'kysely';
import { firstIdAt, timeOfId } from '../ids.ts';
import type { Database, Queries } from './database.ts';

/*
 * On PostgreSQL what is kept for a while lies in partitions by time: ids begin with it, so a range of ids is a range of
 * time. A partition is dropped as a whole (0133). SQLite has plain tables and deletes rows.
 */

/** By which ids each is divided; delivery attempts lie with their deliveries. */
const PARTITIONED = {
  events: { key: 'id', kind: 'event' },
  deliveries: { key: 'id', kind: 'delivery' },
  delivery_attempts: { key: 'delivery_id', kind: 'delivery' },
} as const;

export type PartitionedTable = keyof typeof PARTITIONED;
export const PARTITIONED_TABLES = Object.keys(PARTITIONED) as PartitionedTable[];

/** Whatever is not looked up by id asks every partition: so there are few of them. */
export const PERIOD_MS = 7 * 86_400_000;
const PERIODS_AHEAD = 2;
/** More rows than that are not moved from one partition to another: calls would wait for it. */
export const MAX_MOVED = 1_000;
/** A default partition of so many bytes is read in a moment. */
const MAX_READ_BYTES = 16 * 1024 * 1024;
/** Reading a large one has ended by then. */
const SOON_MS = 86_400_000;
/** Calls that want the same table wait behind whoever waits for its lock: so it waits briefly, and is tried again later. */
const LOCK_WAIT_MS = 100;
const LOCK_NOT_AVAILABLE = '55P03';

/** From `from` until before `to`. Every table has a partition for it, or none has. */
export interface Period {
  from: number;
  to: number;
}

function periodAt(time: number): Period {
  const from = Math.floor(time / PERIOD_MS) * PERIOD_MS;
  return { from, to: from + PERIOD_MS };
}

export function partitionOf(table: PartitionedTable, { from }: Period): string {
  return `${table}_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

/** Where rows are that no other takes: from before there were partitions, from one that was dropped, or of an odd time. */
export function defaultPartition(table: PartitionedTable): string {
  return `${table}_default`;
}

/** The ids of a period begin with the first and end before the second. */
export function idsOf(table: PartitionedTable, { from, to }: Period): [first: string, end: string] {
  const { kind } = PARTITIONED[table];
  return [firstIdAt(kind, from), firstIdAt(kind, to)];
}

/** Those that have partitions, oldest first. */
export async function listPeriods(db: Queries): Promise<Period[]> {
  const { rows } = await sql<{ bound: string }>`
    select pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'events'::regclass`.execute(
    db,
  );
  return rows
    .flatMap(({ bound }) => {
      const [, from] = /FROM \('(\w+)'\)/.exec(bound) ?? [];
      return from === undefined ? [] : [periodAt(timeOfId('event', from))];
    })
    .sort((a, b) => a.from - b.from);
}

/** Creates those of this week and the coming ones that are not there yet. */
export async function createPartitionsAhead(
  database: Database,
  now: number,
  maxReadBytes = MAX_READ_BYTES,
): Promise<void> {
  const existing = (await listPeriods(database.reader)).map(({ from }) => from);
  for (let ahead = 0; ahead <= PERIODS_AHEAD; ahead++) {
    const period = periodAt(now + ahead * PERIOD_MS);
    if (!existing.includes(period.from)) await createPartitions(database, period, { now, maxReadBytes });
  }
}

/**
 * Before PostgreSQL creates one, the default must have no row of its period, and all of it is read to see that, while everyone
 * waits. So few rows move; of more the default keeps all. A large default is read beforehand, while no one waits: until then
 * it promises not to take such rows.
 */
async function createPartitions(
  database: Database,
  period: Period,
  { now, maxReadBytes }: { now: number; maxReadBytes: number },
): Promise<void> {
  const large: PartitionedTable[] = [];
  let isPossible = true;
  for (const table of PARTITIONED_TABLES) {
    const { bytes, found, isPromised } = await examineDefault(database, table, period);
    // Whoever promised it did not come to its end.
    if (isPromised) await unlessLocked(database, (trx) => takeBackPromise(trx, table, period));
    if (bytes > maxReadBytes) large.push(table);
    isPossible &&= found <= (bytes > maxReadBytes ? 0 : MAX_MOVED);
  }
  // Rows of a period that begins soon are being written, or will be before a large default is read.
  if (!isPossible || (large.length > 0 && period.from < now + SOON_MS)) return;
  for (const table of large) if (!(await promiseNoRows(database, table, period))) return;

  await unlessLocked(database, async (trx) => {
    // What the new ones refer to first, in the order in which calls lock them too.
    await sql`lock table workspaces, webhook_endpoints in share row exclusive mode`.execute(trx);
    await lockPartitioned(trx);
    for (const table of PARTITIONED_TABLES) {
      const rest = sql.table(defaultPartition(table));
      const [first, end] = idsOf(table, period);
      await withRowsAside(trx, table, sql`select * from ${rest} where ${isOf(table, period)}`, async () => {
        await sql`delete from ${rest} where ${isOf(table, period)}`.execute(trx);
        await sql`create table ${sql.table(partitionOf(table, period))} partition of ${sql.table(table)}
          for values from (${sql.lit(first)}) to (${sql.lit(end)})`.execute(trx);
        await takeBackPromise(trx, table, period);
      });
    }
  });
}

async function examineDefault({ reader }: Database, table: PartitionedTable, period: Period) {
  const name = defaultPartition(table);
  const { rows } = await sql<{ bytes: number; found: number; isPromised: boolean }>`
    select pg_relation_size(${name}::regclass) as bytes,
      (select count(*) from (
        select 1 from ${sql.table(name)} where ${isOf(table, period)} limit ${sql.lit(MAX_MOVED + 1)}
      ) as few) as found,
      exists (select 1 from pg_constraint
        where conrelid = ${name}::regclass and conname = ${promiseOf(table, period)}) as "isPromised"`.execute(
    reader,
  );
  return rows[0] ?? { bytes: 0, found: 0, isPromised: false };
}

const promiseOf = (table: PartitionedTable, period: Period) => `without_${partitionOf(table, period)}`;

/** False: the table was in use. */
async function promiseNoRows(database: Database, table: PartitionedTable, period: Period): Promise<boolean> {
  const rest = sql.table(defaultPartition(table));
  const promise = sql.ref(promiseOf(table, period));
  const isPromised = await unlessLocked(database, async (trx) => {
    await sql`alter table ${rest} add constraint ${promise} check (not (${isOf(table, period)})) not valid`.execute(
      trx,
    );
  });
  if (isPromised)
    await database.writeWithoutLimit((trx) =>
      sql`alter table ${rest} validate constraint ${promise}`.execute(trx),
    );
  return isPromised;
}

async function takeBackPromise(trx: Queries, table: PartitionedTable, period: Period): Promise<void> {
  await sql`alter table ${sql.table(defaultPartition(table))}
    drop constraint if exists ${sql.ref(promiseOf(table, period))}`.execute(trx);
}

export async function lockPartitioned(trx: Queries): Promise<void> {
  const tables = PARTITIONED_TABLES.map((table) => sql`only ${sql.table(table)}`);
  await sql`lock table ${sql.join(tables)} in access exclusive mode`.execute(trx);
}

function isOf(table: PartitionedTable, period: Period): RawBuilder<boolean> {
  const key = sql.ref(PARTITIONED[table].key);
  const [first, end] = idsOf(table, period);
  return sql<boolean>`${key} >= ${sql.lit(first)} and ${key} < ${sql.lit(end)}`;
}

/** Drops one; rows of it that are to stay move to the default. */
export async function dropPartition(
  trx: Queries,
  table: PartitionedTable,
  period: Period,
  isKept: RawBuilder<boolean>,
): Promise<void> {
  const partition = sql.table(partitionOf(table, period));
  await withRowsAside(trx, table, sql`select * from ${partition} where ${isKept}`, async () => {
    await sql`drop table ${partition}`.execute(trx);
  });
}

async function withRowsAside(
  trx: Queries,
  table: PartitionedTable,
  rows: RawBuilder<unknown>,
  change: () => Promise<void>,
): Promise<void> {
  await sql`create temporary table rows_aside (like ${sql.table(table)})`.execute(trx);
  await sql`insert into rows_aside ${rows}`.execute(trx);
  await change();
  await sql`insert into ${sql.table(table)} select * from rows_aside`.execute(trx);
  await sql`drop table rows_aside`.execute(trx);
}

/** A transaction that takes strong locks: false when someone else held one of them, and nothing was done. */
export async function unlessLocked(
  database: Database,
  work: (trx: Queries) => Promise<void>,
): Promise<boolean> {
  try {
    await database.write(async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(trx);
      await work(trx);
    });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
    return false;
  }
}

/** What an operator should know of, in sentences. */
export async function findPartitionProblems({ reader }: Database, now: number): Promise<string[]> {
  const periods = await listPeriods(reader);
  const next = periodAt(now + PERIOD_MS);
  const problems = periods.some(({ from }) => from === next.from)
    ? []
    : ['There are no partitions for next week'];
  const [oldest] = periods;
  if (oldest === undefined) return problems;
  for (const table of PARTITIONED_TABLES) {
    // What is older than all of them has outlived its own, or is from before there were any.
    const { rows } = await sql`select 1 from ${sql.table(defaultPartition(table))}
      where ${sql.ref(PARTITIONED[table].key)} >= ${idsOf(table, oldest)[0]} limit 1`.execute(reader);
    if (rows.length > 0) problems.push(`${defaultPartition(table)} has rows that belong in a partition`);
  }
  return problems;
}
