import { OPERATOR } from '../audit/actor.ts';
import { type Audit, recordInEnvironment } from '../audit/service.ts';
import type { NotificationOutbox } from '../notifications/outbox.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { ArchiveCopyRow, ArchiveRow } from '../platform/db/tables.ts';
import type { Metrics } from '../platform/metrics.ts';
import { createArchiveRepository, nameOf, ownerOf } from './archive-repository.ts';
import { createArchiveCopyRepository } from './copy-repository.ts';
import { GIVE_UP_AFTER_MS, STOPPED_AFTER_FAILURES } from './schedule.ts';

const BATCH = 500;

/**
 * Gives up on files, and has members told of it. They are told once that an archive stopped working, and once that files
 * are given up: not again until it worked, or someone resent what failed.
 */
export function createGivingUp(deps: {
  database: Database;
  audit: Audit;
  notifications: NotificationOutbox;
  metrics?: Pick<Metrics, 'archiveGaveUp'> | undefined;
  clock: Clock;
}) {
  const { database, audit, notifications, metrics, clock } = deps;
  const archives = createArchiveRepository(database);
  const copies = createArchiveCopyRepository(database);

  const tell = (trx: Queries, lane: ArchiveRow, reason: string, isGivenUp: boolean) =>
    notifications.record(
      trx,
      ownerOf(lane),
      { kind: 'archive_failing', content: { name: nameOf(lane), reason, is_given_up: isGivenUp } },
      clock(),
    );

  /** Nothing when the lane's lease was lost; locked, so that of several files one is the first. */
  async function giveUp(
    trx: Queries,
    lane: ArchiveRow,
    reason: string,
    markFailed: () => Promise<number>,
  ): Promise<number> {
    if ((await archives.lockHeld(trx, lane)) === undefined) return 0;
    const isNews = !(await copies.hasFailed(trx, ownerOf(lane)));
    const count = await markFailed();
    if (count === 0) return 0;
    // For the team: no one did it, so it is written down as the operator's doing.
    const by = { ...OPERATOR, ...ownerOf(lane) };
    const subject = { id: lane.id, name: nameOf(lane) };
    await audit.record(trx, recordInEnvironment(by, 'archive.given_up', subject, { count, reason }));
    if (isNews) await tell(trx, lane, reason, true);
    database.afterCommit(trx, () => metrics?.archiveGaveUp(count));
    return count;
  }

  return {
    /** False, and nothing changes, as when its outcome is recorded. */
    async one(trx: Queries, lane: ArchiveRow, copy: ArchiveCopyRow, failed: FailedCopy): Promise<boolean> {
      const count = await giveUp(trx, lane, failed.error, async () =>
        (await copies.record(trx, lane, copy, failed)) ? 1 : 0,
      );
      return count > 0;
    },

    /** What has waited too long for an archive that fails; how many there were. */
    async overdue(lane: ArchiveRow, error: string): Promise<number> {
      const now = clock();
      const overdue = { queuedBefore: now - GIVE_UP_AFTER_MS, error, now, batch: BATCH };
      let total = 0;
      for (;;) {
        const count = await database.write((trx) =>
          giveUp(trx, lane, error, () => copies.giveUp(trx, ownerOf(lane), overdue)),
        );
        total += count;
        if (count < BATCH) return total;
      }
    },

    /** The archive failed so often in a row. */
    async failedAgain(trx: Queries, lane: ArchiveRow, failures: number, error: string): Promise<void> {
      if (failures === STOPPED_AFTER_FAILURES) await tell(trx, lane, error, false);
    },
  };
}

type FailedCopy = Pick<ArchiveCopyRow, 'attempt_count' | 'finished_at'> & { status: 'failed'; error: string };
