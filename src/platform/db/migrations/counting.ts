import { sql } from 'kysely';
import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';

/** A quarter of an hour: every time zone's days begin with one. */
const PERIOD_MS = '900000';
/** More than the days of the overview. */
const SHOWN_BY_DAY_MS = 32 * 86_400_000;

/** What a row adds to which numbers, and when. Names in braces are the row's columns. */
interface Share {
  at: string;
  condition: string;
  amounts: Record<string, string>;
}

const onceIf = (condition: string) => `(case when ${condition} then 1 else 0 end)`;
const isOneTime = (status: string) => onceIf(`{type} = 'one_time' and {status} = '${status}'`);

/** A visit to a permanent link counts when it is submitted. */
const OF_REQUESTS: Share[] = [
  {
    at: '{created_at}',
    condition: 'true',
    amounts: {
      made: onceIf("{type} = 'one_time'"),
      pending: isOneTime('pending'),
      in_progress: isOneTime('in_progress'),
      submitted: onceIf("{status} = 'submitted'"),
      expired: isOneTime('expired'),
      canceled: isOneTime('canceled'),
    },
  },
  { at: '{submitted_at}', condition: '{submitted_at} is not null', amounts: { submissions: '1' } },
];
const OF_PHOTOS: Share[] = [{ at: '{received_at}', condition: 'true', amounts: { photos: '1' } }];

const TABLES: [table: string, shares: Share[]][] = [
  ['photo_requests', OF_REQUESTS],
  ['photos', OF_PHOTOS],
];
const NUMBERS = TABLES.flatMap(([, shares]) => shares.flatMap(({ amounts }) => Object.keys(amounts)));

/**
 * Counts that need no counting (0063): triggers note every change, so that no way to change a row can be forgotten; notes
 * are only ever added, so that no one waits for someone else's; a sweep adds them up.
 */
export async function counting(db: Queries, engine: Engine): Promise<void> {
  const { text, time } = columnTypes(engine);
  const create = tableCreator(db, engine);
  // Without a foreign key: what a workspace's deletion takes along is noted when the workspace is gone.
  await create('count_changes', (t) => {
    const table = t
      .addColumn('workspace_id', text, (c) => c.notNull())
      .addColumn('environment', text, (c) => c.notNull())
      .addColumn('period', time, (c) => c.notNull());
    return NUMBERS.reduce((each, name) => each.addColumn(name, time, (c) => c.notNull().defaultTo(0)), table);
  });
  if (engine === 'postgres') {
    // Its rows come and go: what is gone must not be walked over for long.
    await sql`alter table count_changes
      set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`.execute(db);
  }
  await db.schema
    .createIndex('count_changes_by_owner')
    .on('count_changes')
    .columns(['workspace_id', 'environment'])
    .execute();
  await create(
    'counts',
    (t) => {
      const table = t
        .addColumn('workspace_id', text, (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
        .addColumn('environment', text, (c) => c.notNull())
        // 0 stands for all of them.
        .addColumn('period', time, (c) => c.notNull());
      return NUMBERS.reduce(
        (each, name) => each.addColumn(name, time, (c) => c.notNull()),
        table,
      ).addPrimaryKeyConstraint('counts_pk', ['workspace_id', 'environment', 'period'] as never);
    },
    { keyedByPrimaryKey: true },
  );
  await db.schema.createIndex('counts_by_period').on('counts').columns(['period']).execute();

  // First the triggers: they keep others from writing until what is there has been counted.
  await (engine === 'postgres' ? addPostgresTriggers : addSqliteTriggers)(db);
  await noteExisting(db);
}

/** As if every row had just been added. */
export async function noteExisting(db: Queries): Promise<void> {
  for (const [table, shares] of TABLES) {
    for (const share of shares) await sql.raw(countExisting(table, share)).execute(db);
  }
}

/** What the numbers of each workspace must add up to, in parts: a select that reads every row. */
export function countedParts() {
  const parts = TABLES.flatMap(([table, shares]) =>
    shares.map(({ amounts, condition }) => {
      const sums = NUMBERS.map((name) => `sum(${amounts[name] ?? 0}) as ${name}`);
      const select = `select {workspace_id}, {environment}, ${sums.join(', ')} from ${table}`;
      return withColumns(`${select} where ${condition} group by 1, 2`, '');
    }),
  );
  return sql.raw(parts.join(' union all '));
}

function into({ amounts }: Share): string {
  return `insert into count_changes (workspace_id, environment, period, ${Object.keys(amounts).join(', ')})`;
}

function note(shares: Share[], row: 'old' | 'new'): string {
  const sign = row === 'new' ? '' : '-';
  const statements = shares.map((share) => {
    const amounts = Object.values(share.amounts).map((amount) => `${sign}${amount}`);
    return `${into(share)} select {workspace_id}, {environment}, ${share.at} / ${PERIOD_MS}, ${amounts.join(', ')}
      where ${share.condition};`;
  });
  return withColumns(statements.join('\n'), `${row}.`);
}

/** What is old is only ever shown as a sum: all of it counts as one early period. */
function countExisting(table: string, share: Share): string {
  const isOld = `${share.at} < ${Date.now() - SHOWN_BY_DAY_MS}`;
  const sums = Object.values(share.amounts).map((amount) => `sum(${amount})`);
  return withColumns(
    `${into(share)} select {workspace_id}, {environment},
       case when ${isOld} then 1 else ${share.at} / ${PERIOD_MS} end, ${sums.join(', ')}
     from ${table} where ${share.condition} group by 1, 2, 3`,
    '',
  );
}

function withColumns(statement: string, prefix: string): string {
  return statement.replaceAll(/\{(\w+)\}/g, `${prefix}$1`);
}

const UPDATE = 'update of status, submitted_at';
const IS_CHANGED = 'old.status <> new.status or old.submitted_at is distinct from new.submitted_at';

/**
 * The only code in an SQLite file of ours, as SQLite keeps it: the first two words in capitals. A restore lets nothing else
 * through, so that not a letter of it may change.
 */
export const SQLITE_TRIGGERS: readonly string[] = [
  ...TABLES.flatMap(([table, shares]) => [
    `CREATE TRIGGER ${table}_added after insert on ${table} begin ${note(shares, 'new')} end`,
    `CREATE TRIGGER ${table}_removed after delete on ${table} begin ${note(shares, 'old')} end`,
  ]),
  `CREATE TRIGGER photo_requests_changed after ${UPDATE} on photo_requests when ${IS_CHANGED}
    begin ${note(OF_REQUESTS, 'old')} ${note(OF_REQUESTS, 'new')} end`,
];

async function addSqliteTriggers(db: Queries): Promise<void> {
  for (const trigger of SQLITE_TRIGGERS) await sql.raw(trigger).execute(db);
}

async function addPostgresTriggers(db: Queries): Promise<void> {
  const add = (name: string, on: string) => sql.raw(`create trigger ${name} after ${on}`).execute(db);
  for (const [table, shares] of TABLES) {
    await sql
      .raw(`create function note_${table}() returns trigger language plpgsql as $$ begin
        if tg_op <> 'INSERT' then ${note(shares, 'old')} end if;
        if tg_op <> 'DELETE' then ${note(shares, 'new')} end if;
        return null; end $$`)
      .execute(db);
    await add(`${table}_noted`, `insert or delete on ${table} for each row execute function note_${table}()`);
  }
  await add(
    'photo_requests_changed',
    `${UPDATE} on photo_requests for each row when (${IS_CHANGED}) execute function note_photo_requests()`,
  );
}
