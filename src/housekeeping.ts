import { setImmediate as yieldToCalls } from 'node:timers/promises';
import { deleteOldMails } from './email/outbox.ts';
import { deleteOldMessages } from './phone/outbox.ts';
import { type Clock, monotonicClock } from './platform/clock.ts';
import { createClockWatch } from './platform/db/clock-watch.ts';
import { type Batch, inPacedBatches } from './platform/db/paced-batches.ts';
import { createSweepLeases, type HeldSweep } from './platform/db/sweep-leases.ts';
import { deleteOldResponses } from './platform/http/idempotency.ts';
import type { Log } from './platform/log.ts';
import type { Platform, Services } from './services.ts';

const INTERVAL_MS = 30_000;
/** Going through all photos and files takes long, and finds something only after a crash. */
const RECONCILE_EVERY_MS = 86_400_000;
/** To find what is still in use, all of a partition is read. */
const KEEP_PARTITIONS_EVERY_MS = 3_600_000;
const TEMPORARY_FOR_MS = 3_600_000;

/** So long at a time: then the other tasks run. */
const MAX_TASK_MS = 20_000;

/** These go on while the clock is doubted: all others end, send or delete something because of its age (0141). */
const REGARDLESS_OF_AGE: ReadonlySet<string> = new Set([
  'hold deliveries',
  'trim notifications',
  'add up counts',
  'check photos',
  // Creates those of the coming weeks, and drops none meanwhile.
  'keep partitions',
]);

/** True when it ended because it was over, with work left. */
type Task = (isOver: () => boolean) => Promise<boolean>;

export type HousekeepingDeps = Pick<Platform, 'database' | 'clock' | 'metrics'> &
  Pick<
    Services,
    | 'photoRequests'
    | 'capture'
    | 'photoUpkeep'
    | 'postponedDecoding'
    | 'identity'
    | 'webhookCleanUp'
    | 'counts'
    | 'credentials'
    | 'notifications'
    | 'sendDigests'
  >;

/**
 * What has to be done now and then. On several nodes each sweep is one node's at a time (0057); should two do the same all
 * the same, nothing breaks: each batch is one transaction that finds its own work.
 */
function tasksOf(services: HousekeepingDeps, monotonic: Clock): Record<string, Task> {
  const { database, clock } = services;
  const paced =
    (batch: Batch): Task =>
    (isOver) =>
      inPacedBatches(database.engine, batch, { isOver, monotonic });
  return {
    'expire requests': paced((size) => services.photoRequests.expireOverdue(size)),
    'send reminders': paced((size) => services.photoRequests.sendReminders(size)),
    'delete unsent photos': paced((size) => services.photoRequests.deleteUnsentPhotos(size)),
    'forget answers': paced((size) => deleteOldResponses(database, clock(), size)),
    'forget capture sessions': paced((size) => services.capture.sessions.deleteOld(size)),
    'delete capture handovers': paced((size) => services.capture.handovers.deleteOld(size)),
    'erase requests': paced((size) => services.photoRequests.eraseOld(size)),
    'purge files': (isOver) => inBatches(() => services.photoUpkeep.deleteQueuedFiles(), isOver),
    'forget identity': paced((size) => services.identity.deleteOld(size)),
    'forget mails': paced((size) => deleteOldMails(database, clock(), size)),
    'forget phone messages': paced((size) => deleteOldMessages(database, clock(), size)),
    'send digests': paced((size) => services.sendDigests(size)),
    'forget notifications': paced((size) => services.notifications.deleteOld(size)),
    'trim notifications': paced((size) => services.notifications.trim(size)),
    'hold deliveries': paced((size) => services.webhookCleanUp.holdDueToDisabled(size)),
    'forget events': paced((size) => services.webhookCleanUp.deleteOldEvents(size)),
    'add up counts': paced((size) => services.counts.fold(size)),
    'remove endpoints': paced((size) => services.webhookCleanUp.deleteDeletedEndpoints(size)),
    'renew certificates': once(() => services.credentials.renew()),
    'age out drafts': once(() => services.capture.drafts.ageOut()),
    'check photos': once((isOver) => services.postponedDecoding.checkLeftBehind(isOver)),
  };
}

/** For what waits for the storage most of the time, and holds up no call meanwhile: full batches without pauses. */
async function inBatches(batch: () => Promise<boolean>, isOver: () => boolean): Promise<boolean> {
  while (!isOver()) {
    if (!(await batch())) return false;
    await yieldToCalls();
  }
  return true;
}

/** Whatever it leaves has time until the next round. */
function once(work: (isOver: () => boolean) => Promise<void>): Task {
  return async (isOver) => {
    await work(isOver);
    return false;
  };
}

export function startHousekeeping(
  services: HousekeepingDeps,
  log: Log,
  { intervalMs = INTERVAL_MS, monotonic = monotonicClock }: { intervalMs?: number; monotonic?: Clock } = {},
): { stop(): Promise<void> } {
  const tasks = Object.entries(tasksOf(services, monotonic));
  const { database, clock } = services;
  const leases = createSweepLeases({ database, clock, monotonic });
  const watch = createClockWatch({ database, clock, monotonic, log });
  const isPaused = (name: string) => !REGARDLESS_OF_AGE.has(name) && watch.isDoubted();
  let stopped = false;
  let running: Promise<void> | undefined;
  const beside = new Map<string, Promise<void>>();

  async function sweep(name: string, everyMs: number, work: (held: HeldSweep) => Promise<unknown>) {
    if (isPaused(name)) {
      services.metrics?.swept(name, 'paused', 0);
      return;
    }
    let held: HeldSweep | undefined;
    try {
      held = await leases.take(name, everyMs);
      if (held === undefined) return;
      const startedAt = performance.now();
      await work(held);
      const durationMs = Math.round(performance.now() - startedAt);
      services.metrics?.swept(name, 'done', durationMs / 1000);
      log.debug({ sweep: name, turn: held.turn, duration_ms: durationMs }, 'swept');
    } catch (error) {
      services.metrics?.swept(name, 'failed', 0);
      log.warn({ err: error, sweep: name }, 'Housekeeping failed; retrying soon');
    } finally {
      await held?.release().catch(() => {});
    }
  }

  /** When the database is away, the clock is as certain as it was. */
  const lookAtClock = () =>
    watch
      .look()
      .catch((error) => log.warn({ err: error, sweep: 'clock' }, 'Housekeeping failed; retrying soon'));

  /** True when a task has work left. */
  async function runEach(): Promise<boolean> {
    let hasMore = false;
    await lookAtClock();
    for (const [name, task] of tasks) {
      // Half of it: the nodes' timers do not tick together, and none shall find a task not quite due.
      await sweep(name, intervalMs / 2, async ({ isLost }) => {
        const endsAt = monotonic() + MAX_TASK_MS;
        const isLeft = await task(() => stopped || isLost() || isPaused(name) || monotonic() >= endsAt);
        hasMore ||= isLeft && !isLost();
      });
    }
    return hasMore;
  }

  async function runAll(): Promise<void> {
    let hasMore = true;
    while (hasMore && !stopped) hasMore = await runEach();
    running = undefined;
  }

  const isOncePerStart = services.database.engine === 'sqlite';
  const begun = new Set<string>();

  function sweepBeside(name: string, everyMs: number, work: (isOver: () => boolean) => Promise<unknown>) {
    if (stopped || beside.has(name) || (isOncePerStart && begun.has(name))) return;
    const sweeping = sweep(name, everyMs, ({ isLost }) => {
      begun.add(name);
      return work(() => stopped || isLost() || watch.isDoubted());
    });
    beside.set(
      name,
      sweeping.finally(() => beside.delete(name)),
    );
  }

  /** What may take long, beside everything else: first what an earlier process left behind is put in order. */
  function runBeside(): void {
    sweepBeside('reconcile', RECONCILE_EVERY_MS, (isOver) => services.photoUpkeep.reconcile(log, isOver));
    sweepBeside('keep partitions', KEEP_PARTITIONS_EVERY_MS, (isOver) =>
      services.webhookCleanUp.keepPartitions(isOver),
    );
  }

  const starting = lookAtClock().then(runBeside);
  const timer = setInterval(() => {
    running ??= runAll();
    void starting.then(runBeside);
  }, intervalMs);
  timer.unref();

  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await starting;
      await running;
      await Promise.all(beside.values());
    },
  };
}

/** On every node, whatever its role: the temporary files on its own disk that an upload left behind. */
export function startLocalHousekeeping({ storage }: Pick<Platform, 'storage'>, log: Log): { stop(): void } {
  const clear = () =>
    storage
      .clearAbandonedTemporaries(TEMPORARY_FOR_MS)
      .catch((error) => log.warn({ err: error }, 'Old temporary files could not be deleted'));
  void clear();
  const timer = setInterval(clear, TEMPORARY_FOR_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
