import { join } from 'node:path';
import type { Database } from '../../../src/platform/db/database.ts';
import { openDatabase } from '../../../src/platform/db/open-database.ts';
import { PATIENT } from './patient-limits.ts';

type Options = Parameters<typeof openDatabase>[0];

/** The database of this environment, for whoever tests something else than its limits of time. */
export function openPatiently(
  { DATABASE_URL, DATA_DIR = '' }: Record<string, string>,
  options: Pick<Options, 'watch'> = {},
): Promise<Database> {
  return openDatabase({
    databaseUrl: DATABASE_URL,
    sqliteFile: join(DATA_DIR, 'shutterpost.db'),
    limits: PATIENT,
    ...options,
  });
}
