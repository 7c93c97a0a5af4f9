import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { lastRound, MAX_CLOCK_GAP_MS } from '../platform/db/clock-watch.ts';
import type { Database } from '../platform/db/database.ts';
import { MIGRATIONS, SCHEMA_VERSION } from '../platform/db/migrate.ts';
import { findMisfit, readHistory } from '../platform/db/migration-history.ts';
import { findPartitionProblems } from '../platform/db/partitions.ts';
import { describeDifference, findDifferences, isHarmful } from '../platform/db/schema/differences.ts';
import { entryOf } from '../platform/project-files.ts';
import type { DoctorContext } from './context.ts';
import { type Check, type Finding, failure, ok, skipped, warning } from './finding.ts';

const INTEGRITY_LIMIT_MS = 60_000;
const SLOW_MS = 50;
const PINGS = 5;
const OLDEST_POSTGRES = 14;
const MAX_SKEW_MS = 2_000;
const DAY_MS = 86_400_000;
const MAX_LAG_SECONDS = 1;

export function databaseChecks(context: DoctorContext): Check[] {
  const replicas = context.config.databaseReadUrl === undefined ? [] : [replica(context)];
  return [
    reachable(context),
    ...replicas,
    schema(context),
    partitions(context),
    integrity(context),
    clock(context),
  ];
}

function reachable({ config, database }: DoctorContext): Check {
  return {
    name: 'database',
    remedy:
      config.databaseUrl === undefined
        ? `Check that ${config.sqliteFile} belongs to the server’s user. If it is damaged, restore a backup.`
        : 'Check that PostgreSQL is running and reachable from here, and that the user, password and database name in DATABASE_URL are correct.',
    async run() {
      const db = await database();
      const latency = await bestLatency(db);
      const took = `responds in ${latency.toFixed(1)} ms`;
      const { status, message, ...rest } =
        db.engine === 'postgres' ? await examinePostgres(db) : ok('SQLite');
      const isSlow = status === 'ok' && latency > SLOW_MS;
      return isSlow
        ? warning(
            `${message}, ${took}`,
            'Each call queries it several times. Move it closer, or check what is keeping it busy.',
          )
        : { status, message: `${message}, ${took}`, ...rest };
    },
  };
}

/** The best of some: while it is measured the other checks are busy too. */
async function bestLatency(database: Database): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < PINGS; attempt++) {
    const startedAt = performance.now();
    await database.ping();
    best = Math.min(best, performance.now() - startedAt);
  }
  return best;
}

async function examinePostgres({ reader }: Database): Promise<Finding> {
  const { rows } = await sql<{ version: string; used: number; most: number }>`
    select current_setting('server_version') as version,
      (select count(*) from pg_stat_activity) as used,
      current_setting('max_connections')::int as most`.execute(reader);
  const { version, used, most } = rows[0] ?? { version: '0', used: 0, most: 0 };
  const message = `PostgreSQL ${version}, ${used} of ${most} connections`;
  if (Number.parseInt(version, 10) < OLDEST_POSTGRES) {
    return warning(message, `Use PostgreSQL ${OLDEST_POSTGRES} or newer. Older versions are not tested.`);
  }
  return used > most * 0.8
    ? warning(message, 'Raise max_connections, or put a connection pooler in front. Each node uses up to 21.')
    : ok(message);
}

/** Nothing fails without it; but whoever set it wants it to be used. */
function replica({ databaseIfWell }: DoctorContext): Check {
  return {
    name: 'read replica',
    remedy:
      'Check that it is running and reachable from here, and that the user, password and database name in DATABASE_READ_URL are correct. Until then lists are read from DATABASE_URL.',
    async run() {
      const report = await (await databaseIfWell()).replica?.report();
      if (report === undefined) return skipped('not set');
      const wrong = [
        report.isReplica ? [] : 'It takes writes of its own, so it is not a replica.',
        report.isOfPrimary ? [] : 'It has another system identifier than DATABASE_URL.',
        report.isOfDatabase ? [] : 'It names another database than DATABASE_URL.',
      ].flat();
      if (wrong.length > 0)
        return failure(wrong.join(' '), 'Set DATABASE_READ_URL to a streaming replica of DATABASE_URL.');
      if (!report.isOnTimeline)
        return warning(
          'It has not followed the primary through a failover yet.',
          'It is used again after its next restart point, within checkpoint_timeout. If this stays, set it up again.',
        );
      const behind = `${report.lagSeconds.toFixed(1)} s behind`;
      return report.lagSeconds > MAX_LAG_SECONDS
        ? warning(
            behind,
            'Check the network to it and what keeps it busy. Meanwhile lists are read from the primary.',
          )
        : ok(behind);
    },
  };
}

function schema({ databaseIfWell }: DoctorContext): Check {
  const newer = 'Start the newer release that wrote it, or restore a backup taken before the upgrade.';
  return {
    name: 'schema',
    remedy: 'Start the server once. It updates the schema.',
    async run() {
      const database = await databaseIfWell();
      const { rows } = await sql<{ version: number | null }>`
        select max(version) as version from schema_migrations`.execute(database.reader);
      const version = rows[0]?.version ?? 0;
      if (version === SCHEMA_VERSION) return compareSchema(database);
      return version > SCHEMA_VERSION
        ? failure(`Version ${version} is newer than this release knows (${SCHEMA_VERSION}).`, newer)
        : warning(
            `Version ${version} is older than this release expects (${SCHEMA_VERSION}).`,
            'The next start of the server updates it. Take a backup first.',
          );
    },
  };
}

/** The recorded steps, and what is really there. */
async function compareSchema(database: Database): Promise<Finding> {
  const misfit = findMisfit(await readHistory(database.reader), MIGRATIONS, database.engine);
  if (misfit !== undefined) {
    return failure(
      `The database does not match this release: ${misfit}`,
      'Start the release that wrote it, or restore a backup taken with this release or an older one.',
    );
  }
  const differences = await findDifferences(database);
  if (differences.length === 0) return ok(`version ${SCHEMA_VERSION}, as this release expects`);
  const message = `Version ${SCHEMA_VERSION}, but ${differences.map(describeDifference).join('; ')}.`;
  if (differences.some(isHarmful)) {
    return failure(message, 'Undo the manual changes, or restore a backup taken before them.');
  }
  return differences.every(({ expected }) => expected === undefined)
    ? warning(message, 'Remove what isn’t needed, or ignore this if it’s there on purpose.')
    : warning(message, 'Create or drop the index to match, unless it is there on purpose.');
}

function partitions({ databaseIfWell }: DoctorContext): Check {
  return {
    name: 'partitions',
    remedy:
      'Check that a node with ROLE=all or ROLE=worker is running. It creates and drops them once an hour, and its log says what goes wrong.',
    async run() {
      const database = await databaseIfWell();
      if (database.engine === 'sqlite') return ok('SQLite needs none');
      if ((await readHistory(database.reader)).length < SCHEMA_VERSION) return ok('come with the new schema');
      const problems = await findPartitionProblems(database, Date.now());
      return problems.length === 0
        ? ok('there are partitions for next week')
        : warning(`${problems.join('. ')}.`, this.remedy);
    },
  };
}

function integrity({ config, databaseIfWell }: DoctorContext): Check {
  return {
    name: 'integrity',
    remedy: 'Make a copy of the data folder as it is, then restore the latest backup.',
    limitMs: INTEGRITY_LIMIT_MS + 5_000,
    async run() {
      if ((await databaseIfWell()).engine === 'postgres') return ok('is left to PostgreSQL');
      const { file, args } = entryOf('src/doctor/quick-check-entry.ts');
      const run = promisify(execFile);
      try {
        const { stdout } = await run(process.execPath, [file, ...args, config.sqliteFile], {
          timeout: INTEGRITY_LIMIT_MS,
          killSignal: 'SIGKILL',
        });
        return stdout === 'ok' ? ok('no damage found') : failure(`Damaged: ${stdout}`, this.remedy);
      } catch (error) {
        if ((error as { killed?: boolean }).killed !== true) throw error;
        return warning(
          `Did not finish within ${INTEGRITY_LIMIT_MS / 1000} s.`,
          'The file is large. Check a copy of it instead: sqlite3 copy.db "pragma quick_check"',
        );
      }
    },
  };
}

function clock({ databaseIfWell }: DoctorContext): Check {
  return {
    name: 'clock',
    remedy: 'Turn on time synchronization (NTP) on this machine and on the database server.',
    async run() {
      const database = await databaseIfWell();
      const days = await daysSinceHousekeeping(database);
      if (days * DAY_MS > MAX_CLOCK_GAP_MS)
        return warning(
          `${Math.floor(days)} days ahead of the last housekeeping`,
          'If the date of this machine is wrong, correct it and turn on time synchronization (NTP). If the service was off, nothing has to be done: an hour after its start, requests expire and old data is deleted again.',
        );
      if (database.engine === 'sqlite') return ok('is the same as the database’s');
      const before = Date.now();
      const { rows } = await sql<{ now: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(database.reader);
      const skew = Math.round((rows[0]?.now ?? 0) - (before + Date.now()) / 2);
      const message = `${Math.abs(skew)} ms ${skew < 0 ? 'ahead of' : 'behind'} the database’s`;
      return Math.abs(skew) > MAX_SKEW_MS ? warning(message, this.remedy) : ok(message);
    },
  };
}

/** 0 when there was none; the tables' own check tells if they cannot be read. */
async function daysSinceHousekeeping(database: Database): Promise<number> {
  const last = await lastRound(database).catch(() => undefined);
  return last === undefined ? 0 : (Date.now() - last.started_at) / DAY_MS;
}
