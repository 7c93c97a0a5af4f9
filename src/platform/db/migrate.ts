import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, DatabaseUnavailableError, type Engine, type Queries } from './database.ts';
import {
  type AppliedStep,
  addMissingHash,
  addToHistory,
  createHistory,
  type KnownStep,
  readHistory,
  requireFit,
} from './migration-history.ts';
import { foundation } from './migrations/0001-foundation.ts';
import { capture } from './migrations/0002-capture.ts';
import { messages } from './migrations/0003-messages.ts';
import { webApplication } from './migrations/0004-web-application.ts';
import { operation } from './migrations/0005-operation.ts';
import { lists } from './migrations/0006-lists.ts';
import { nodes } from './migrations/0007-nodes.ts';
import { handovers } from './migrations/0008-handovers.ts';
import { knownDevices } from './migrations/0009-known-devices.ts';
import { linkProtection } from './migrations/0010-link-protection.ts';
import { requestSearch } from './migrations/0011-request-search.ts';
import { evidence } from './migrations/0012-evidence.ts';
import { contentCredentials } from './migrations/0013-content-credentials.ts';
import { devices } from './migrations/0014-devices.ts';
import { reviews } from './migrations/0015-reviews.ts';
import { questions } from './migrations/0016-questions.ts';
import { templates } from './migrations/0017-templates.ts';
import { reminders } from './migrations/0018-reminders.ts';
import { team } from './migrations/0019-team.ts';
import { mailTexts } from './migrations/0020-mail-texts.ts';
import { fairShares } from './migrations/0021-fair-shares.ts';
import { returning } from './migrations/0023-return.ts';
import { phoneMessages } from './migrations/0024-phone-messages.ts';
import { archive } from './migrations/0025-archive.ts';
import { partitions } from './migrations/0026-partitions.ts';
import HASHES from './migrations/hashes.json' with { type: 'json' };

/** A step of the schema. Steps are only ever appended: an installation remembers which ones it has taken. */
export interface Migration extends KnownStep {
  up(db: Queries, engine: Engine): Promise<void>;
}

const STEPS: Migration[] = [
  { name: '0001-foundation', up: foundation },
  { name: '0002-capture', up: capture },
  { name: '0003-messages', up: messages },
  { name: '0004-web-application', up: webApplication },
  { name: '0005-operation', up: operation },
  { name: '0006-lists', up: lists },
  { name: '0007-nodes', up: nodes },
  { name: '0008-handovers', up: handovers },
  { name: '0009-known-devices', up: knownDevices },
  { name: '0010-link-protection', up: linkProtection },
  { name: '0011-request-search', up: requestSearch },
  { name: '0012-evidence', up: evidence },
  { name: '0013-content-credentials', up: contentCredentials },
  { name: '0014-devices', up: devices },
  { name: '0015-reviews', up: reviews },
  { name: '0016-questions', up: questions },
  { name: '0017-templates', up: templates },
  { name: '0018-reminders', up: reminders },
  { name: '0019-team', up: team },
  { name: '0020-mail-texts', up: mailTexts },
  { name: '0021-fair-shares', up: fairShares },
  { name: '0023-return', up: returning },
  { name: '0024-phone-messages', up: phoneMessages },
  { name: '0025-archive', up: archive },
  { name: '0026-partitions', up: partitions },
];

export const MIGRATIONS: readonly Migration[] = STEPS.map((step) => ({
  ...step,
  hashes: (HASHES as Record<string, Record<Engine, string>>)[step.name],
}));

/** What this release brings a database to. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Any fixed number: all nodes that migrate one PostgreSQL database wait for each other on it. */
const MIGRATION_LOCK = 5_318_008;

/** Whoever wants to use a table waits behind a migration that waits for it: so it waits briefly, and often. */
const LOCK_WAIT_MS = 1_000;
const PAUSE_MS = 3_000;
const PATIENCE_MS = 300_000;
const LOCK_NOT_AVAILABLE = '55P03';

export class MigrationBlockedError extends Error {
  constructor(patienceMs: number, cause: unknown) {
    super(
      `The database could not be upgraded for ${patienceMs / 1000} s: another transaction has locked a table. ` +
        'pg_stat_activity shows which one (the oldest xact_start). End it, then start again.',
      { cause },
    );
    this.name = 'MigrationBlockedError';
  }
}

export interface MigrationOptions {
  /** How long it waits, in all, for others to let go of a table. */
  patienceMs?: number;
  /** Someone holds on to a table: it is tried again in a moment. */
  onBlocked?: () => void;
}

/** Brings the schema up to date in one transaction: all steps or none, one node at a time. */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = MIGRATIONS,
  { patienceMs = PATIENCE_MS, onBlocked = () => {} }: MigrationOptions = {},
): Promise<void> {
  // Nearly always there is nothing to do, and then no lock is taken.
  if (await isUpToDate(database, migrations)) return;
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

function takeSteps(database: Database, migrations: readonly Migration[]): Promise<void> {
  const { engine } = database;
  return database.writeWithoutLimit(async (db) => {
    if (engine === 'postgres') {
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(db);
      await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(db);
    }
    await createHistory(db, engine);
    const applied = await readHistory(db);
    requireFit(applied, migrations, engine);

    for (const [index, { name, up, hashes }] of migrations.entries()) {
      const hash = hashes?.[engine] ?? null;
      if (index >= applied.length) {
        await up(db, engine);
        await addToHistory(db, { version: index + 1, name, hash });
      } else if (hash !== null) await addMissingHash(db, index + 1, hash);
    }
  });
}

async function isUpToDate(database: Database, migrations: readonly Migration[]): Promise<boolean> {
  const applied = await historyOf(database);
  if (applied?.length !== migrations.length) return false;
  requireFit(applied, migrations, database.engine);
  return applied.every(({ hash }, index) => hash !== null || migrations[index]?.hashes === undefined);
}

/** Undefined when there is no schema yet, or one of before hashes were kept. */
async function historyOf(database: Database): Promise<AppliedStep[] | undefined> {
  try {
    return await readHistory(database.reader);
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error;
    return undefined;
  }
}
