import type { Audit } from '../audit/service.ts';
import type { NotificationOutbox } from '../notifications/outbox.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { createLeasedQueue } from '../platform/db/leased-queue.ts';
import type { ArchiveCopyRow, ArchiveRow } from '../platform/db/tables.ts';
import type { Log } from '../platform/log.ts';
import type { ArchiveEnding, Metrics } from '../platform/metrics.ts';
import type { Random } from '../platform/random.ts';
import { SealBrokenError, type Secrets } from '../platform/secrets.ts';
import { createArchiveRepository, ownerOf } from './archive-repository.ts';
import type { OpenContent } from './contents.ts';
import { type CopyOutcome, createCopyFile } from './copy-file.ts';
import { createArchiveCopyRepository } from './copy-repository.ts';
import { createGivingUp } from './giving-up.ts';
import { isGivenUp, pauseAfter, sealWait } from './schedule.ts';
import type { WatchArchiveSteps } from './steps.ts';
import type { ArchiveTarget, OpenTarget } from './target.ts';

/** Archives at once: a slow one takes up one of these places and no other's. */
const MAX_LANES = 12;
/** Files of one archive at once. */
export const MAX_FILES = 3;
/** Then other archives come first. */
const MAX_RUN_MS = 30_000;
/** Longer than a run and the longest file. */
const LEASE_MS = 900_000;
const SECRET_LOST = 'The stored password or secret key cannot be read. Enter it again.';

/** What came of working on an archive for a while. */
interface CopyRun {
  /** Why the archive failed, if it did. */
  error?: string;
  /** Whether a file was copied. */
  hasWorked: boolean;
}

export type ArchiveWorker = ReturnType<typeof createArchiveWorker>;

/**
 * Copies what waits, archive by archive: one node at a time works on an archive, and one that fails is left alone as a whole
 * (0120). Copying a file twice does no harm, since the name and the bytes are the same.
 */
export function createArchiveWorker(deps: {
  database: Database;
  openTarget: OpenTarget;
  openContent: OpenContent;
  secrets: Pick<Secrets, 'unseal'>;
  clock: Clock;
  random: Random;
  audit: Audit;
  notifications: NotificationOutbox;
  log: Pick<Log, 'warn'>;
  metrics?: Pick<Metrics, 'copiedToArchive' | 'archiveGaveUp'> | undefined;
  onStep: WatchArchiveSteps;
}) {
  const { database, openTarget, openContent, secrets, clock, random, log, metrics, onStep } = deps;
  const archives = createArchiveRepository(database);
  const copies = createArchiveCopyRepository(database);
  const givingUp = createGivingUp(deps);
  const copyFile = createCopyFile({
    openContent,
    onStep,
    clock,
    onLocalFault: (error, { id, request_id }) =>
      log.warn({ err: error, copy: id, request: request_id }, 'A file for an archive could not be read'),
  });
  const queue = createLeasedQueue<ArchiveRow>({
    database,
    clock,
    topic: 'archive',
    maxAtOnce: MAX_LANES,
    nextDueAt: archives.nextDueAt,
    claim: (trx, most, now, running) => archives.claim(trx, most, now, LEASE_MS, running),
    attempt,
    onLookFailed: (error) => log.warn({ err: error }, 'Archives could not be read; retrying soon'),
  });

  /** What the row of a copy says after an attempt. */
  function changesBy(copy: ArchiveCopyRow, outcome: Exclude<CopyOutcome, { end: 'gone' }>) {
    const now = clock();
    if (outcome.end === 'sealing') return { next_attempt_at: now + sealWait(copy, now) };
    const attempt_count = copy.attempt_count + 1;
    if (outcome.end === 'done') {
      const { bytes } = outcome;
      return { status: 'done' as const, attempt_count, error: null, bytes, finished_at: now };
    }
    const { error, isOfArchive } = outcome;
    // What an archive fails for is given up together.
    if (isGivenUp(copy, now) && !isOfArchive)
      return { status: 'failed' as const, attempt_count, error, finished_at: now };
    return { attempt_count, error, next_attempt_at: now + pauseAfter(attempt_count, random) };
  }

  /** Undefined: it does not count, since the lane's lease was lost or the copy was queued again. */
  async function copyAndRecord(
    target: ArchiveTarget,
    lane: ArchiveRow,
    copy: ArchiveCopyRow,
  ): Promise<CopyOutcome | undefined> {
    const startedAt = performance.now();
    const outcome = await copyFile(target, ownerOf(lane), copy);
    const ending = endingOf(outcome);
    if (ending !== undefined) metrics?.copiedToArchive(ending, (performance.now() - startedAt) / 1000);
    const isRecorded = await queue.record(lane, async (trx) => {
      if (outcome.end === 'gone') {
        await copies.delete(trx, copy);
        return true;
      }
      const changes = changesBy(copy, outcome);
      return changes.status === 'failed'
        ? givingUp.one(trx, lane, copy, changes)
        : copies.record(trx, lane, copy, changes);
    });
    onStep('copy recorded');
    return isRecorded ? outcome : undefined;
  }

  function passwordOf({ id, secret }: ArchiveRow): string | undefined {
    try {
      return secrets.unseal('archive-secrets', id, secret);
    } catch (error) {
      if (error instanceof SealBrokenError) return undefined;
      throw error;
    }
  }

  /** Copies what is due, until the archive fails, the server stops or the archive is another run's. */
  async function copyDue(lane: ArchiveRow): Promise<CopyRun> {
    const password = passwordOf(lane);
    let hasWorked = false;
    if (password === undefined) return { error: SECRET_LOST, hasWorked };
    const target = openTarget({ ...lane, password });
    const endsAt = performance.now() + MAX_RUN_MS;
    // After a failure one file shows whether it is over.
    let atOnce = lane.failures === 0 ? MAX_FILES : 1;
    while (performance.now() < endsAt && !queue.isStopped()) {
      const due = await copies.due(ownerOf(lane), clock(), atOnce);
      if (due.length === 0) break;
      const outcomes = await Promise.all(due.map((copy) => copyAndRecord(target, lane, copy)));
      hasWorked ||= outcomes.some((outcome) => outcome?.end === 'done');
      if (hasWorked) atOnce = MAX_FILES;
      // What does not count would be due again at once, and copied to where it is no longer wanted.
      if (outcomes.includes(undefined)) break;
      for (const outcome of outcomes)
        if (outcome?.end === 'failed' && outcome.isOfArchive) return { error: outcome.error, hasWorked };
    }
    return { hasWorked };
  }

  async function finish(trx: Queries, lane: ArchiveRow, { error, hasWorked }: CopyRun): Promise<void> {
    const held = await archives.lockHeld(trx, lane);
    if (held === undefined) return;
    const next = await copies.nextDueAt(trx, ownerOf(lane));
    // A run without a file to copy tells nothing of the archive.
    const earlier = hasWorked ? 0 : held.failures;
    const failures = error === undefined ? earlier : earlier + 1;
    const pausedUntil = error === undefined ? 0 : clock() + pauseAfter(failures, random);
    await archives.release(trx, held, {
      is_waiting: next === undefined ? 0 : 1,
      next_attempt_at: Math.max(next ?? 0, pausedUntil),
      failures,
      error: error ?? (failures === 0 ? null : held.error),
    });
    if (error !== undefined) await givingUp.failedAgain(trx, held, failures, error);
  }

  async function attempt(lane: ArchiveRow): Promise<void> {
    try {
      const run = await copyDue(lane);
      const { error } = run;
      if (error !== undefined) {
        log.warn({ workspace: lane.workspace_id, reason: error }, 'An archive failed; retrying later');
        const files = await givingUp.overdue(lane, error);
        if (files > 0)
          log.warn(
            { workspace: lane.workspace_id, files, reason: error },
            'Files could not be copied to an archive and are not tried again',
          );
      }
      await queue.record(lane, (trx) => finish(trx, lane, run));
    } catch (error) {
      log.warn(
        { err: error, workspace: lane.workspace_id },
        'What came of copying to an archive could not be recorded; it will be copied again',
      );
    }
  }

  return queue;
}

/** Undefined: there was nothing to copy, or not yet. */
function endingOf(outcome: CopyOutcome): ArchiveEnding | undefined {
  if (outcome.end === 'done') return 'done';
  if (outcome.end !== 'failed') return undefined;
  if (outcome.isOurFault) return 'unreadable';
  return outcome.isOfArchive ? 'failed' : 'refused';
}
