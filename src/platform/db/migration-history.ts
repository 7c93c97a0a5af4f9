import { sql } from 'kysely';
import type { Engine, Queries } from './database.ts';

/** A step that a database has taken. */
export interface AppliedStep {
  version: number;
  name: string;
  /** Of what the step did; null when it was taken before hashes were kept. */
  hash: string | null;
}

/** A step as this release knows it. */
export interface KnownStep {
  name: string;
  /** Missing only while the step is being written. */
  hashes?: Record<Engine, string> | undefined;
}

export class NewerDatabaseError extends Error {
  constructor(databaseVersion: number, codeVersion: number) {
    super(
      `The database has schema version ${databaseVersion}, but this release only supports up to version ${codeVersion}. ` +
        'Start the newer release that wrote it, or restore a backup taken before the upgrade.',
    );
    this.name = 'NewerDatabaseError';
  }
}

/** The database was brought to its version by steps that are not those of this release. */
export class UnfitDatabaseError extends Error {
  constructor(reason: string) {
    super(
      `The database does not match this release of Shutterpost: ${reason} ` +
        'Start the release that wrote it, or restore a backup taken with this release or an older one.',
    );
    this.name = 'UnfitDatabaseError';
  }
}

export async function createHistory(db: Queries, engine: Engine): Promise<void> {
  const time = sql.raw(engine === 'postgres' ? 'bigint' : 'integer');
  await sql`create table if not exists schema_migrations
    (version integer primary key, name text not null, applied_at ${time} not null)`.execute(db);
  if (engine === 'postgres') {
    await sql`alter table schema_migrations add column if not exists hash text`.execute(db);
    return;
  }
  const { rows } =
    await sql`select 1 from pragma_table_info('schema_migrations') where name = 'hash'`.execute(db);
  if (rows.length === 0) await sql`alter table schema_migrations add column hash text`.execute(db);
}

export async function readHistory(db: Queries): Promise<AppliedStep[]> {
  const { rows } = await sql<AppliedStep>`
    select version, name, hash from schema_migrations order by version`.execute(db);
  return rows;
}

export async function addToHistory(db: Queries, step: AppliedStep): Promise<void> {
  await sql`insert into schema_migrations (version, name, applied_at, hash)
    values (${step.version}, ${step.name}, ${Date.now()}, ${step.hash})`.execute(db);
}

/** For the steps that were taken before hashes were kept. */
export async function addMissingHash(db: Queries, version: number, hash: string): Promise<void> {
  await sql`update schema_migrations set hash = ${hash} where version = ${version} and hash is null`.execute(
    db,
  );
}

/** What is wrong with the steps of a database, in a sentence; undefined when this release can go on from there. */
export function findMisfit(
  applied: readonly AppliedStep[],
  known: readonly KnownStep[],
  engine: Engine,
): string | undefined {
  for (const [index, step] of applied.entries()) {
    const ours = known[index];
    if (step.version !== index + 1) {
      return `its list of applied migrations has no number ${index + 1}, but has a number ${step.version}.`;
    }
    if (ours === undefined) return undefined;
    if (step.name !== ours.name) {
      return `its migration ${step.version} is “${step.name}”, but in this release it is “${ours.name}”.`;
    }
    const hash = ours.hashes?.[engine];
    if (step.hash !== null && hash !== undefined && step.hash !== hash) {
      return `its migration “${step.name}” differs from the one in this release (${step.hash} is not ${hash}).`;
    }
  }
  return undefined;
}

/** Throws when this release cannot work with a database that has taken these steps. */
export function requireFit(
  applied: readonly AppliedStep[],
  known: readonly KnownStep[],
  engine: Engine,
): void {
  const version = applied.at(-1)?.version ?? 0;
  if (version > known.length) throw new NewerDatabaseError(version, known.length);
  const misfit = findMisfit(applied, known, engine);
  if (misfit !== undefined) throw new UnfitDatabaseError(misfit);
}
