import { readFile } from 'node:fs/promises';
import { projectFile } from '../../project-files.ts';
import type { Database, Engine } from '../database.ts';
import { UnfitDatabaseError } from '../migration-history.ts';
import { describeSchema } from './description.ts';
import type { SchemaFacts } from './schema-facts.ts';

/**
 * What a database is like that has taken all steps of this release. Written by `npm run schema`, held by a test. Read when it is
 * needed, which is once at the start: a module would stay.
 */
export async function expectedSchema(engine: Engine): Promise<SchemaFacts> {
  return JSON.parse(await readFile(projectFile(`src/platform/db/schema/${engine}.json`), 'utf8'));
}

export interface SchemaDifference {
  /** Such as “column deliveries.id”. */
  what: string;
  /** Undefined: this release knows nothing of it. */
  expected: string | undefined;
  /** Undefined: it is missing. */
  found: string | undefined;
}

/** Without these the service loses or miscounts something. */
const NEEDED = /^(table|column|trigger|function) /;

export async function findDifferences(
  database: Pick<Database, 'engine' | 'reader'>,
): Promise<SchemaDifference[]> {
  const [expected, found] = await Promise.all([expectedSchema(database.engine), describeSchema(database)]);
  return differencesBetween(expected, found);
}

export function differencesBetween(expected: SchemaFacts, found: SchemaFacts): SchemaDifference[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort();
  return names
    .filter((what) => expected[what] !== found[what])
    .map((what) => ({ what, expected: expected[what], found: found[what] }));
}

/** An index that is missing or other makes things slow at worst, and what is there beside ours does no harm. */
export function isHarmful({ what, expected }: SchemaDifference): boolean {
  return expected !== undefined && !what.startsWith('index ');
}

export function describeDifference({ what, expected, found }: SchemaDifference): string {
  if (found === undefined) return `${what} is missing`;
  if (expected === undefined) return `${what} is not known to this release`;
  return `${what} is “${found}” instead of “${expected}”`;
}

/** Once at the start: a server that cannot work must not say that it is ready. `doctor` tells of everything else. */
export async function requireExpectedSchema(database: Pick<Database, 'engine' | 'reader'>): Promise<void> {
  const differences = await findDifferences(database);
  const missing = differences.filter(({ what, found }) => found === undefined && NEEDED.test(what));
  if (missing.length === 0) return;
  throw new UnfitDatabaseError(`${missing.map(describeDifference).join('; ')}.`);
}
