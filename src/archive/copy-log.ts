import type { Actor } from '../audit/actor.ts';
import { type Audit, recordInEnvironment } from '../audit/service.ts';
import type { Clock } from '../platform/clock.ts';
import { toWireTimeOrNull } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { ArchiveCopyRow, Owner } from '../platform/db/tables.ts';
import { notFound, validationError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { createArchiveRepository, nameOf } from './archive-repository.ts';
import { createArchiveCopyRepository } from './copy-repository.ts';

const BATCH = 500;
const WHAT = 'The copy';

export type ArchiveCopyLog = ReturnType<typeof createArchiveCopyLog>;

/** What was copied, what waits and what failed; and how to have it copied once more. */
export function createArchiveCopyLog(deps: { database: Database; audit: Audit; clock: Clock }) {
  const { database, audit, clock } = deps;
  const archives = createArchiveRepository(database);
  const copies = createArchiveCopyRepository(database);

  async function requireArchive(trx: Queries, by: Actor & Owner) {
    const archive = await archives.awaken(trx, by, clock(), { isAskedFor: true });
    if (archive === undefined)
      throw validationError({ archive: ['There is no archive to copy to. Set one up first.'] });
    database.afterCommit(trx, () => database.signals.send('archive'));
    return archive;
  }

  return {
    list: copies.list,

    async resend(by: Actor & Owner, id: string): Promise<ArchiveCopyRow> {
      return database.write(async (trx) => {
        const copy = isId('archiveCopy', id) ? await copies.find(trx, by, id) : undefined;
        if (copy === undefined) throw notFound(WHAT);
        const archive = await requireArchive(trx, by);
        await copies.requeue(trx, by, [id], clock());
        // Without its name, which may tell of a customer and would outlive the request here.
        const subject = { id, name: nameOf(archive) };
        await audit.record(trx, recordInEnvironment(by, 'archive.resent', subject, { count: 1 }));
        return (await copies.find(trx, by, id)) ?? copy;
      });
    },

    /** All that failed, of one request or of all; how many. What waits is tried now. */
    async resendFailed(by: Actor & Owner, requestId: string | undefined): Promise<number> {
      let total = 0;
      for (;;) {
        const count = await database.write(async (trx) => {
          const archive = await requireArchive(trx, by);
          await copies.hasten(trx, by, clock());
          const ids = await copies.failedIds(trx, by, requestId, BATCH);
          const requeued = await copies.requeue(trx, by, ids, clock());
          const subject = { id: archive.id, name: nameOf(archive) };
          if (requeued > 0)
            await audit.record(trx, recordInEnvironment(by, 'archive.resent', subject, { count: requeued }));
          return requeued;
        });
        total += count;
        if (count < BATCH) return total;
      }
    },

    /** Whether a request is in the archive. */
    async ofRequest(owner: Owner, requestId: string) {
      const rows = await copies.listOfRequest(owner, requestId);
      const count = (status: string) => rows.filter((row) => row.status === status).length;
      const times = rows.flatMap(({ status, finished_at }) =>
        status === 'done' && finished_at !== null ? [finished_at] : [],
      );
      return {
        waiting: count('waiting'),
        done: count('done'),
        failed: count('failed'),
        last_copied_at: toWireTimeOrNull(times.length === 0 ? null : Math.max(...times)),
        error: rows.find(({ status, error }) => status !== 'done' && error !== null)?.error ?? null,
      };
    },
  };
}
