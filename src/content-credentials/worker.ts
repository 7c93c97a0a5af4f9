import { sealedKey } from '../photos/keys.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { announceActivity } from '../platform/db/activity.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { createLeasedQueue } from '../platform/db/leased-queue.ts';
import type { Owner, SealJobRow } from '../platform/db/tables.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Random } from '../platform/random.ts';
import { cutToCharacters } from '../platform/text.ts';
import { createSealJobRepository } from './job-repository.ts';
import { MAX_UNSEALABLE_ATTEMPTS, pauseAfter } from './schedule.ts';
import { createSealPhoto, type SealAttemptOutcome, type SealPhotoDeps } from './seal-photo.ts';

/** Each holds a whole photo in memory, some times over. */
const MAX_AT_ONCE = 2;
/** Much longer than any attempt: two that seal the same photo would overwrite each other's file. */
const LEASE_MS = 600_000;
const MAX_ERROR_LENGTH = 500;

export type SealWorker = ReturnType<typeof createSealWorker>;

/**
 * Seals what was submitted. A failure of the storage, the certificates or the authority is not the photo's: it is tried
 * again until it succeeds or the photo is gone. What cannot be sealed is given up after some attempts, for the operator.
 */
export function createSealWorker(
  deps: SealPhotoDeps & {
    database: Database;
    photos: Pick<PhotoRepository, 'queueFileDeletions'>;
    random: Random;
    log: Pick<Log, 'warn'>;
    metrics?: Pick<Metrics, 'sealed'> | undefined;
  },
) {
  const { database, photos, sealedPhotos, clock, random, log, metrics, onStep } = deps;
  const jobs = createSealJobRepository(database);
  const sealPhoto = createSealPhoto(deps);
  const queue = createLeasedQueue<SealJobRow>({
    database,
    clock,
    topic: 'seals',
    maxAtOnce: MAX_AT_ONCE,
    nextDueAt: jobs.nextDueAt,
    claim: (trx, most, now, running) => jobs.claim(trx, most, now, LEASE_MS, running),
    attempt,
    onLookFailed: (error) => log.warn({ err: error }, 'Photos to seal could not be read; retrying soon'),
  });

  async function recordSealed(
    trx: Queries,
    job: SealJobRow,
    sealed: Extract<SealAttemptOutcome, { end: 'sealed' }>,
  ): Promise<void> {
    const owner: Owner = { workspaceId: job.workspace_id, environment: job.environment };
    const isOurs = await jobs.delete(trx, job);
    const photo = await sealedPhotos.find(owner, job.photo_id, trx);
    // Deleted meanwhile, perhaps with its files before this one was stored.
    if (photo === undefined) return photos.queueFileDeletions(trx, [sealedKey(job.photo_id)], clock());
    // This file may have replaced the one of a later attempt.
    if (!isOurs) return jobs.requeue(trx, photo, clock());
    await sealedPhotos.mark(trx, owner, job.photo_id, sealed);
    announceActivity(database, trx, owner);
    onStep('seal recorded');
  }

  async function write(trx: Queries, job: SealJobRow, outcome: SealAttemptOutcome): Promise<void> {
    if (outcome.end === 'sealed') return recordSealed(trx, job, outcome);
    if (outcome.end === 'gone') return void (await jobs.delete(trx, job));
    const error = oneLine(outcome.reason);
    if (isGivenUp(job, outcome)) return jobs.giveUp(trx, job, { at: clock(), error });
    const until = clock() + pauseAfter(job.attempt_count, random);
    await jobs.postpone(trx, job, { until, error });
  }

  async function trySealing(job: SealJobRow): Promise<SealAttemptOutcome> {
    try {
      return await sealPhoto(job);
    } catch (error) {
      return { end: 'later', reason: describe(error) };
    }
  }

  function tell(job: SealJobRow, outcome: SealAttemptOutcome, seconds: number): void {
    const about = { photo: job.photo_id, attempt: job.attempt_count };
    if (outcome.end === 'later' || outcome.end === 'unsealable') {
      const isLast = isGivenUp(job, outcome);
      metrics?.sealed(isLast ? 'given_up' : 'failed', seconds);
      log.warn(
        { ...about, reason: outcome.reason },
        isLast
          ? 'A photo cannot be sealed and is not tried again'
          : 'A photo could not be sealed; retrying later',
      );
    } else if (outcome.end === 'sealed') {
      const { missedTimeStamp } = outcome;
      metrics?.sealed(missedTimeStamp === undefined ? 'done' : 'without_time_stamp', seconds);
      if (missedTimeStamp !== undefined)
        log.warn({ ...about, reason: missedTimeStamp }, 'A photo was sealed without a time stamp');
    }
  }

  async function attempt(job: SealJobRow): Promise<void> {
    const startedAt = performance.now();
    try {
      const outcome = await trySealing(job);
      tell(job, outcome, (performance.now() - startedAt) / 1000);
      await queue.record(job, (trx) => write(trx, job, outcome));
      onStep('seal committed');
    } catch (error) {
      log.warn(
        { err: error, photo: job.photo_id },
        'The outcome of sealing a photo could not be recorded; it will be sealed again',
      );
    }
  }

  return queue;
}

function isGivenUp({ attempt_count }: SealJobRow, { end }: SealAttemptOutcome): boolean {
  return end === 'unsealable' && attempt_count >= MAX_UNSEALABLE_ATTEMPTS;
}

function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

/** For the row and the log. */
function oneLine(text: string): string {
  return cutToCharacters(text.replace(/\p{Cc}+/gu, ' ').toWellFormed(), MAX_ERROR_LENGTH);
}
