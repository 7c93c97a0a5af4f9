import { join } from 'node:path';
import type { Database } from '../../../src/platform/db/database.ts';
import { openDatabase } from '../../../src/platform/db/open-database.ts';
import LONG_TIME_LIMITS from './long-time-limits.json' with { type: 'json' };

type Options = Parameters<typeof openDatabase>[0];

/**
 * The database of this environment, for whoever tests something else than its limits of time: many calls that wait for a
 * connection while the disk is busy are late, and not refused.
 */
export function openWithLongLimits(
  { DATABASE_URL, DATA_DIR = '' }: Record<string, string>,
  options: Pick<Options, 'watch'> = {},
): Promise<Database> {
  return openDatabase({
    databaseUrl: DATABASE_URL,
    sqliteFile: join(DATA_DIR, 'shutterpost.db'),
    limits: LONG_TIME_LIMITS,
    ...options,
  });
}
