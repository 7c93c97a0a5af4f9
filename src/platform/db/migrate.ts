import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, DatabaseUnavailableError, type Engine, type Queries } from './database.ts';
import { foundation } from './migrations/0001-foundation.ts';
import { capture } from './migrations/0002-capture.ts';
import { messages } from './migrations/0003-messages.ts';
import { webApplication } from './migrations/0004-web-application.ts';
import { operation } from './migrations/0005-operation.ts';
import { lists } from './migrations/0006-lists.ts';
import { linkProtection } from './migrations/0011-link-protection.ts';

/** A step of the schema. Steps are only ever appended: an installation remembers which ones it has taken. */
export interface Migration {
  name: string;
  up(db: Queries, engine: Engine): Promise<void>;
}

const MIGRATIONS: Migration[] = [
  { name: '0001-foundation', up: foundation },
  { name: '0002-capture', up: capture },
  { name: '0003-messages', up: messages },
  { name: '0004-web-application', up: webApplication },
  { name: '0005-operation', up: operation },
  { name: '0006-lists', up: lists },
  { name: '0011-link-protection', up: linkProtection },
];

/** What this release brings a database to. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Any fixed number: all nodes that migrate one PostgreSQL database wait for each other on it. */
const MIGRATION_LOCK = 5_318_008;

/** Whoever wants to use a table waits behind a migration that waits for it: so it waits briefly, and often. */
const LOCK_WAIT_MS = 1_000;
const PAUSE_MS = 3_000;
const PATIENCE_MS = 300_000;
const LOCK_NOT_AVAILABLE = '55P03';

const highestVersion = sql<{ version: number | null }>`select max(version) as version from schema_migrations`;

export class NewerDatabaseError extends Error {
  constructor(databaseVersion: number, codeVersion: number) {
    super(
      `The database has schema version ${databaseVersion}, but this Shutterpost only knows version ${codeVersion}. ` +
        'Start the newer release that wrote it, or restore a backup made before the upgrade.',
    );
    this.name = 'NewerDatabaseError';
  }
}

export class MigrationBlockedError extends Error {
  constructor(patienceMs: number, cause: unknown) {
    super(
      `The database could not be upgraded for ${patienceMs / 1000} s: another transaction holds on to a table. ` +
        'pg_stat_activity shows which one (the oldest xact_start). End it, and start again.',
      { cause },
    );
    this.name = 'MigrationBlockedError';
  }
}

export interface MigrationOptions {
  /** How long it waits, in all, for others to let go of a table. */
  patienceMs?: number;
  /** Somebody holds on to a table: it is tried again in a moment. */
  onBlocked?: () => void;
}

/** Brings the schema up to date in one transaction: all steps or none, one node at a time. */
export async function migrate(
  database: Database,
  migrations: Migration[] = MIGRATIONS,
  { patienceMs = PATIENCE_MS, onBlocked = () => {} }: MigrationOptions = {},
): Promise<void> {
  // Nearly always there is nothing to do, and then no lock is taken.
  if ((await versionOf(database)) === migrations.length) return;
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    try {
      return await takeSteps(database, migrations);
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (performance.now() >= giveUpAt) throw new MigrationBlockedError(patienceMs, error);
      onBlocked();
      await delay(PAUSE_MS);
    }
  }
}

function takeSteps(database: Database, migrations: Migration[]): Promise<void> {
  return database.writeWithoutLimit(async (db) => {
    if (database.engine === 'postgres') {
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(db);
      await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(db);
    }
    const time = sql.raw(database.engine === 'postgres' ? 'bigint' : 'integer');
    await sql`create table if not exists schema_migrations
      (version integer primary key, name text not null, applied_at ${time} not null)`.execute(db);

    const { rows } = await highestVersion.execute(db);
    const current = rows[0]?.version ?? 0;
    if (current > migrations.length) throw new NewerDatabaseError(current, migrations.length);

    for (const [index, migration] of migrations.entries()) {
      if (index < current) continue;
      await migration.up(db, database.engine);
      await sql`insert into schema_migrations (version, name, applied_at)
        values (${index + 1}, ${migration.name}, ${Date.now()})`.execute(db);
    }
  });
}

/** Undefined when there is no schema yet. */
async function versionOf(database: Database): Promise<number | null | undefined> {
  try {
    const { rows } = await highestVersion.execute(database.reader);
    return rows[0]?.version;
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error;
    return undefined;
  }
}
