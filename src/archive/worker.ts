import { OPERATOR } from '../audit/actor.ts';
import { type Audit, type AuditRecord, recordInEnvironment } from '../audit/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { createLeasedQueue } from '../platform/db/leased-queue.ts';
import type { ArchiveCopyRow, ArchiveRow, Owner } from '../platform/db/tables.ts';
import type { Log } from '../platform/log.ts';
import type { ArchiveEnding, Metrics } from '../platform/metrics.ts';
import type { Random } from '../platform/random.ts';
import { SealBrokenError, type Secrets } from '../platform/secrets.ts';
import { createArchiveRepository, nameOf } from './archive-repository.ts';
import type { OpenContent } from './contents.ts';
import { type CopyOutcome, createCopyFile } from './copy-file.ts';
import { createArchiveCopyRepository } from './copy-repository.ts';
import { GIVE_UP_AFTER_MS, isGivenUp, pauseAfter, sealWait } from './schedule.ts';
import type { WatchArchiveSteps } from './steps.ts';
import type { ArchiveTarget, OpenTarget } from './target.ts';

/** Archives at once: a slow one takes up one of these places and no other's. */
const MAX_LANES = 12;
/** Files of one archive at once. */
const MAX_FILES = 3;
/** Then the others have their turn. */
const TURN_MS = 30_000;
/** Longer than a turn and the longest file. */
const LEASE_MS = 900_000;
const GIVE_UP_BATCH = 500;
const SECRET_LOST = 'The stored password or secret key cannot be read. Enter it again.';

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
  log: Pick<Log, 'warn'>;
  metrics?: Pick<Metrics, 'copiedToArchive' | 'archiveGaveUp'> | undefined;
  onStep: WatchArchiveSteps;
}) {
  const { database, openTarget, openContent, secrets, clock, random, audit, log, metrics, onStep } = deps;
  const archives = createArchiveRepository(database);
  const copies = createArchiveCopyRepository(database);
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
    claim: (trx, most, now) => archives.claim(trx, most, now, LEASE_MS),
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

  async function copyAndRecord(
    target: ArchiveTarget,
    lane: ArchiveRow,
    copy: ArchiveCopyRow,
  ): Promise<CopyOutcome> {
    const startedAt = performance.now();
    const outcome = await copyFile(target, ownerOf(lane), copy);
    const ending = endingOf(outcome);
    if (ending !== undefined) metrics?.copiedToArchive(ending, (performance.now() - startedAt) / 1000);
    await queue.record(lane, async (trx) => {
      if (outcome.end === 'gone') return copies.remove(trx, copy);
      const changes = changesBy(copy, outcome);
      await copies.record(trx, lane, copy, changes);
      if (changes.status === 'failed')
        await audit.record(trx, givenUpRecord(lane, { count: 1, reason: changes.error ?? '' }));
      if (changes.status === 'failed') database.afterCommit(trx, () => metrics?.archiveGaveUp(1));
    });
    onStep('copy recorded');
    return outcome;
  }

  function passwordOf({ id, secret }: ArchiveRow): string | undefined {
    try {
      return secrets.unseal('archive-secrets', id, secret);
    } catch (error) {
      if (error instanceof SealBrokenError) return undefined;
      throw error;
    }
  }

  /** Copies what is due. Why the archive failed, if it did: then nothing more is tried. */
  async function takeTurn(lane: ArchiveRow): Promise<string | undefined> {
    const password = passwordOf(lane);
    if (password === undefined) return SECRET_LOST;
    const target = openTarget({ ...lane, password });
    const endsAt = performance.now() + TURN_MS;
    // After a failure one file shows whether it is over.
    let atOnce = lane.failures === 0 ? MAX_FILES : 1;
    while (performance.now() < endsAt) {
      const due = await copies.due(ownerOf(lane), clock(), atOnce);
      if (due.length === 0) break;
      const outcomes = await Promise.all(due.map((copy) => copyAndRecord(target, lane, copy)));
      for (const outcome of outcomes) {
        if (outcome.end === 'failed' && outcome.isOfArchive) return outcome.error;
        if (outcome.end === 'done') atOnce = MAX_FILES;
      }
    }
    return undefined;
  }

  async function finish(trx: Queries, lane: ArchiveRow, error: string | undefined): Promise<void> {
    const held = await archives.lockHeld(trx, lane);
    if (held === undefined) return;
    const next = await copies.nextDueAt(trx, ownerOf(lane));
    const failures = error === undefined ? 0 : held.failures + 1;
    const pausedUntil = error === undefined ? 0 : clock() + pauseAfter(failures, random);
    await archives.release(trx, held, {
      is_waiting: next === undefined ? 0 : 1,
      next_attempt_at: Math.max(next ?? 0, pausedUntil),
      failures,
      error: error ?? null,
    });
  }

  async function giveUpOverdue(lane: ArchiveRow, error: string): Promise<void> {
    const now = clock();
    const queuedBefore = now - GIVE_UP_AFTER_MS;
    let total = 0;
    for (;;) {
      const gone = await database.write(async (trx) => {
        const overdue = { queuedBefore, error, now, batch: GIVE_UP_BATCH };
        const count = await copies.giveUp(trx, ownerOf(lane), overdue);
        if (count > 0) await audit.record(trx, givenUpRecord(lane, { count, reason: error }));
        return count;
      });
      total += gone;
      if (gone < GIVE_UP_BATCH) break;
    }
    if (total === 0) return;
    metrics?.archiveGaveUp(total);
    log.warn(
      { workspace: lane.workspace_id, files: total, reason: error },
      'Files could not be copied to an archive and are not tried again',
    );
  }

  async function attempt(lane: ArchiveRow): Promise<void> {
    try {
      const error = await takeTurn(lane);
      if (error !== undefined) {
        log.warn({ workspace: lane.workspace_id, reason: error }, 'An archive failed; retrying later');
        await giveUpOverdue(lane, error);
      }
      await queue.record(lane, (trx) => finish(trx, lane, error));
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

/** For the team: no one did it, so it is written down as the operator's doing. */
function givenUpRecord(lane: ArchiveRow, details: { count: number; reason: string }): AuditRecord {
  const by = { ...OPERATOR, ...ownerOf(lane) };
  return recordInEnvironment(by, 'archive.given_up', { id: lane.id, name: nameOf(lane) }, details);
}

function ownerOf({ workspace_id, environment }: ArchiveRow): Owner {
  return { workspaceId: workspace_id, environment };
}
