import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { countedParts, noteExisting } from '../platform/db/migrations/counting.ts';
import type { CountTable, Owner, PhotoRequestStatus } from '../platform/db/tables.ts';
import type { ZoneDay } from '../platform/time-zone.ts';

export type RequestCounts = Record<PhotoRequestStatus, number>;

/** How much more of what there is than the numbers say. */
export interface WrongCounts extends Pick<CountTable, 'workspace_id' | 'environment'> {
  missing: Record<NumberName, number>;
}

type NumberName = Exclude<keyof CountTable, 'workspace_id' | 'environment' | 'period'>;
/** Late ones are among the open ones. */
type Sums = Record<NumberName | 'late_pending' | 'late_in_progress', number>;

const NUMBERS = [
  'made',
  'pending',
  'in_progress',
  'submitted',
  'expired',
  'canceled',
  'submissions',
  'photos',
] as const satisfies NumberName[];

/** As the triggers have it. */
const PERIOD_MS = 900_000;
/** By periods only as far back as the overview shows, and a little; beyond that there is the sum. */
const PERIODS_KEPT = (32 * 86_400_000) / PERIOD_MS;
const AT_ONCE = 2_000;

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
const each = columns(NUMBERS);
const sums = sql.join(NUMBERS.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));
const none = sql.join(NUMBERS.map(() => sql`0`));
const withoutUnsent = sql.join(NUMBERS.map((name) => (name === 'photos' ? sql`-unsent` : sql`0`)));

export type Counts = ReturnType<typeof createCounts>;

/**
 * How many of what a workspace has, without counting them (0063). Sums and what was noted since are read by one statement:
 * the response is right at every moment, whether or not the notes were added up.
 */
export function createCounts({ database, clock }: { database: Database; clock: Clock }) {
  return {
    async byStatus(owner: Owner, now: number): Promise<RequestCounts> {
      const { rows } = await sql<Sums>`
        select ${sums}, sum(late_pending) as late_pending, sum(late_in_progress) as late_in_progress from (
          select ${each}, 0 as late_pending, 0 as late_in_progress
          from counts where ${ownedBy(owner)} and period = 0
          union all select ${each}, 0, 0 from count_changes where ${ownedBy(owner)}
          union all select ${none}, late_pending, late_in_progress from (${late(owner, now)}) as late
        ) as parts`.execute(database.lists);
      return statusesOf(rows);
    },

    /** The same for requests created in these days, one after the other, and what happened on each of them. */
    async perDay(owner: Owner, days: readonly ZoneDay[], now: number) {
      const [first, end] = [periodOf(days[0]?.start ?? 0), periodOf(days.at(-1)?.end ?? 0)];
      const isWithin = sql`period >= ${first} and period < ${end}`;
      // Days are ranges, named by a `case` (planner-hints.ts).
      const cases = days.map((day, index) => sql`when period < ${periodOf(day.end)} then ${sql.lit(index)}`);
      const day = sql`case ${sql.join(cases, sql` `)} end`;
      const { rows } = await sql<Sums & { day: number }>`
        select ${day} as day, ${sums}, sum(late_pending) as late_pending, sum(late_in_progress) as late_in_progress
        from (
          select period, ${each}, 0 as late_pending, 0 as late_in_progress
          from counts where ${ownedBy(owner)} and ${isWithin}
          union all
          select period, ${each}, 0, 0 from count_changes where ${ownedBy(owner)} and ${isWithin}
          union all
          select period, ${none}, late_pending, late_in_progress
          from (${late(owner, now)}) as late where ${isWithin}
          union all
          select period, ${withoutUnsent}, 0, 0 from (${unsentPhotos(owner)}) as unsent where ${isWithin}
        ) as parts group by 1`.execute(database.lists);
      const byDay = new Map(rows.map((row) => [row.day, row]));
      return {
        days: days.map(({ date }, day) => {
          const { made = 0, submissions = 0, photos = 0 } = byDay.get(day) ?? {};
          return { date, requests: made, submissions, photos };
        }),
        byStatus: statusesOf(rows),
      };
    },

    /** Whose numbers are not those of the rows that are there; reads every row. */
    async findWrong(): Promise<WrongCounts[]> {
      const find = (db: Queries) => wrongCounts().execute(db);
      // Of many rows it may take longer than a statement otherwise may.
      const { rows } =
        database.engine === 'postgres' ? await database.writeWithoutLimit(find) : await find(database.reader);
      return rows.map(({ workspace_id, environment, ...missing }) => ({
        workspace_id,
        environment,
        missing,
      }));
    },

    /** Deletes what is kept and counts all that is there. No one creates, submits or deletes meanwhile. */
    async rebuild(): Promise<void> {
      await database.writeWithoutLimit(async (trx) => {
        if (database.engine === 'postgres') {
          await sql`lock table photo_requests, photos, counts, count_changes in share row exclusive mode`.execute(
            trx,
          );
        }
        await trx.deleteFrom('counts').execute();
        await trx.deleteFrom('count_changes').execute();
        await noteExisting(trx);
      });
    },

    /** Adds up some of what was noted, and deletes old periods; true when there may be more. */
    fold(batch = AT_ONCE): Promise<boolean> {
      const firstPeriod = periodOf(clock()) - PERIODS_KEPT;
      return database.write(async (trx) => {
        const folded = await (database.engine === 'postgres' ? foldPostgres : foldSqlite)(
          trx,
          firstPeriod,
          batch,
        );
        const deleted = await deletePeriods(trx, firstPeriod, batch);
        return folded === batch || deleted === batch;
      });
    },
  };
}

function ownedBy({ workspaceId, environment }: Owner) {
  return sql`workspace_id = ${workspaceId} and environment = ${environment}`;
}

/** What there is less what is kept. Notes about a workspace that is gone wait for the sweep. */
function wrongCounts() {
  const kept = sql.join(NUMBERS.map((name) => sql`-${sql.ref(name)}`));
  const isWrong = sql.join(
    NUMBERS.map((name) => sql`sum(${sql.ref(name)}) <> 0`),
    sql` or `,
  );
  return sql<Omit<CountTable, 'period'>>`
    select workspace_id, environment, ${sums} from (
      ${countedParts()}
      union all select workspace_id, environment, ${kept} from counts where period = 0
      union all select workspace_id, environment, ${kept} from count_changes
    ) as parts
    where exists (select 1 from workspaces where id = parts.workspace_id)
    group by workspace_id, environment having ${isWrong}
    order by workspace_id, environment`;
}

/** Past their time, though it was not written down yet: the next sweep takes them. */
function late(owner: Owner, now: number) {
  return sql`select created_at / ${sql.lit(PERIOD_MS)} as period,
      case when status = 'pending' then 1 else 0 end as late_pending,
      case when status = 'in_progress' then 1 else 0 end as late_in_progress
    from photo_requests
    where ${ownedBy(owner)} and status in ('pending', 'in_progress') and expires_at <= ${now} and type = 'one_time'`;
}

/**
 * Photos that a customer took and did not send yet, that wait for approval, or are kept in case their request is reopened: the
 * numbers that are kept include them.
 */
function unsentPhotos(owner: Owner) {
  return sql`select received_at / ${sql.lit(PERIOD_MS)} as period, count(*) as unsent
    from (
      select id, submitted_at from photo_requests where ${ownedBy(owner)} and status = 'in_progress'
      union all
      select id, submitted_at from photo_requests where status = 'expired'
        and id in (select request_id from kept_photos where ${ownedBy(owner)})
    ) as begun
    join photos on photos.request_id = begun.id and photos.received_at > coalesce(begun.submitted_at, 0)
    group by 1`;
}

/** Each note counts for its period, when that is still kept, and for all time. */
function addUp(notes: RawBuilder<unknown>, firstPeriod: number) {
  return sql`
    insert into counts (workspace_id, environment, period, ${each})
    select workspace_id, environment, period, ${sums} from (
      select workspace_id, environment, period, ${each} from ${notes} where period >= ${firstPeriod}
      union all select workspace_id, environment, 0, ${each} from ${notes}
    ) as notes
    where exists (select 1 from workspaces where id = notes.workspace_id)
    group by workspace_id, environment, period
    order by workspace_id, environment, period
    on conflict (workspace_id, environment, period) do update set ${sql.join(NUMBERS.map(increased))}`;
}

function increased(name: NumberName) {
  return sql`${sql.ref(name)} = counts.${sql.ref(name)} + excluded.${sql.ref(name)}`;
}

/** By one statement: others may add notes meanwhile, and only those that are added up may go. */
async function foldPostgres(trx: Queries, firstPeriod: number, batch: number): Promise<number> {
  const some = sql`select ctid from count_changes limit ${sql.lit(batch)}`;
  const { rows } = await sql<{ count: number }>`
    with taken as (delete from count_changes where ctid = any(array(${some})) returning *),
      added as (${addUp(sql`taken`, firstPeriod)})
    select count(*) as count from taken`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** No one else writes meanwhile. */
async function foldSqlite(trx: Queries, firstPeriod: number, batch: number): Promise<number> {
  const first = sql`select rowid from count_changes order by rowid limit ${sql.lit(batch)}`;
  const isFirst = sql`rowid <= (select max(rowid) from (${first}))`;
  await addUp(sql`(select * from count_changes where ${isFirst})`, firstPeriod).execute(trx);
  const { numAffectedRows } = await sql`delete from count_changes where ${isFirst}`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

async function deletePeriods(trx: Queries, firstPeriod: number, batch: number): Promise<number> {
  const key = columns(['workspace_id', 'environment', 'period']);
  const { numAffectedRows } = await sql`delete from counts where (${key}) in
    (select ${key} from counts where period > 0 and period < ${firstPeriod} limit ${sql.lit(batch)})`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0);
}

function periodOf(milliseconds: number): number {
  return Math.floor(milliseconds / PERIOD_MS);
}

function statusesOf(rows: Sums[]): RequestCounts {
  // A sum over nothing is null.
  const of = (name: keyof Sums) => rows.reduce((sum, row) => sum + (row[name] ?? 0), 0);
  return {
    pending: of('pending') - of('late_pending'),
    in_progress: of('in_progress') - of('late_in_progress'),
    submitted: of('submitted'),
    expired: of('expired') + of('late_pending') + of('late_in_progress'),
    canceled: of('canceled'),
  };
}

/** What the triggers noted of a workspace and no sweep has added up. */
export async function deleteCountChanges(trx: Queries, workspaceId: string): Promise<void> {
  await trx.deleteFrom('count_changes').where('workspace_id', '=', workspaceId).execute();
}
