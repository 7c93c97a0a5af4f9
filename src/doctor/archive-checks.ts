import { createArchiveRepository, nameOf } from '../archive/archive-repository.ts';
import type { Database } from '../platform/db/database.ts';
import type { ArchiveRow } from '../platform/db/tables.ts';
import type { DoctorContext } from './context.ts';
import { type Check, ok, warning } from './finding.ts';

const MAX_LISTED = 1_000;
const MAX_NAMED = 5;

/** Whether copies of submissions reach the archives of workspaces. */
export function archiveChecks(context: DoctorContext): Check[] {
  return [
    archiveCheck(context, {
      name: 'archives that stopped',
      list: (database) => createArchiveRepository(database).listStopped(MAX_LISTED),
      fine: 'none',
      found: 'have failed for hours',
      remedy:
        'Their admins see the reason under Archive. If many fail, check that this machine can reach other servers.',
    }),
    archiveCheck(context, {
      name: 'files missing in archives',
      list: (database) => createArchiveRepository(database).listWithFailed(MAX_LISTED),
      fine: 'none was given up',
      found: 'lack files that are not tried again',
      remedy:
        'Their admins see the reasons under Archive. Once the cause is mended, "Resend failed" copies them.',
    }),
  ];
}

function archiveCheck(
  { databaseIfWell }: DoctorContext,
  {
    name,
    list,
    fine,
    found,
    remedy,
  }: {
    name: string;
    list(database: Database): Promise<ArchiveRow[]>;
    fine: string;
    found: string;
    remedy: string;
  },
): Check {
  return {
    name,
    remedy,
    async run() {
      const archives = await list(await databaseIfWell());
      if (archives.length === 0) return ok(fine);
      const amount = archives.length === MAX_LISTED ? `${MAX_LISTED} or more` : String(archives.length);
      return warning(`${amount} ${found}: ${archives.slice(0, MAX_NAMED).map(described).join('; ')}`, remedy);
    },
  };
}

function described(archive: ArchiveRow): string {
  const { workspace_id, environment, error } = archive;
  const reason = error === null ? '' : `, ${error}`;
  return `${nameOf(archive)} of ${workspace_id} (${environment}${reason})`;
}
