import { forgetOldMails } from './email/repository.ts';
import { type Clock, monotonicClock } from './platform/clock.ts';
import { type Batch, inPacedBatches } from './platform/db/paced-batches.ts';
import { createSweepLeases, type HeldSweep } from './platform/db/sweep-leases.ts';
import { forgetOldAnswers } from './platform/http/answer-once.ts';
import type { Log } from './platform/log.ts';
import type { Services } from './services.ts';

const INTERVAL_MS = 30_000;
/** Going through all photos and files takes long, and finds something only after a crash. */
const RECONCILE_EVERY_MS = 86_400_000;
const TEMPORARY_FOR_MS = 3_600_000;

/** What is done in batches, or by itself as long as it takes. */
type Task = { batch: Batch } | { whole: (isStopped: () => boolean) => Promise<void> };

/**
 * What has to be done now and then. On several nodes each sweep is one node's at a time (0057); should two do the same all
 * the same, nothing breaks: each batch is one transaction that finds its own work.
 */
function tasksOf(services: Services): Record<string, Task> {
  const { database, clock } = services;
  const batches: Record<string, Batch> = {
    'expire requests': (size) => services.photoRequests.expireOverdue(size),
    'forget answers': (size) => forgetOldAnswers(database, clock(), size),
    'forget capture sessions': (size) => services.capture.sessions.forgetOld(size),
    'delete capture handovers': (size) => services.capture.handovers.deleteOld(size),
    'erase requests': (size) => services.photoRequests.eraseOld(size),
    'purge files': (size) => services.photoUpkeep.purge(size),
    'forget identity': (size) => services.identity.forgetOld(size),
    'forget mails': (size) => forgetOldMails(database, clock(), size),
    'hold deliveries': (size) => services.webhookCleanUp.holdForSwitchedOff(size),
    'forget events': (size) => services.webhookCleanUp.forgetOld(size),
    'add up counts': (size) => services.counts.fold(size),
    'remove endpoints': (size) => services.webhookCleanUp.removeDeleted(size),
  };
  return {
    ...Object.fromEntries(Object.entries(batches).map(([name, batch]) => [name, { batch }])),
    'age out drafts': { whole: () => services.capture.drafts.ageOut() },
    'check photos': { whole: (isStopped) => services.photoChecks.checkLeftBehind(isStopped) },
  };
}

export function startHousekeeping(
  services: Services,
  log: Log,
  { intervalMs = INTERVAL_MS, monotonic = monotonicClock }: { intervalMs?: number; monotonic?: Clock } = {},
): { stop(): Promise<void> } {
  const tasks = Object.entries(tasksOf(services));
  const leases = createSweepLeases({ ...services, monotonic });
  let stopped = false;
  let running: Promise<void> | undefined;
  let reconciling: Promise<void> | undefined;

  async function sweep(name: string, everyMs: number, work: (held: HeldSweep) => Promise<unknown>) {
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
      log.warn({ err: error, sweep: name }, 'Housekeeping failed; it is tried again soon');
    } finally {
      await held?.release().catch(() => {});
    }
  }

  async function runAll(): Promise<void> {
    for (const [name, task] of tasks) {
      // Half of it: the nodes' timers do not tick together, and none shall find its turn not quite due.
      await sweep(name, intervalMs / 2, async ({ isLost }) => {
        const isOver = () => stopped || isLost();
        if ('whole' in task) await task.whole(isOver);
        else await inPacedBatches(task.batch, { isOver, monotonic });
      });
    }
    running = undefined;
  }

  /** What an earlier process left behind is put in order beside everything else: it may take long. */
  async function reconcile(): Promise<void> {
    await sweep('reconcile', RECONCILE_EVERY_MS, ({ isLost }) =>
      services.photoUpkeep.reconcile(log, () => stopped || isLost()),
    );
    reconciling = undefined;
  }

  const isOncePerStart = services.database.engine === 'sqlite';
  reconciling = reconcile();
  const timer = setInterval(() => {
    running ??= runAll();
    if (!isOncePerStart) reconciling ??= reconcile();
  }, intervalMs);
  timer.unref();

  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
      await reconciling;
    },
  };
}

/** On every node, whatever its role: the temporary files on its own disk that an upload left behind. */
export function startLocalHousekeeping({ storage }: Pick<Services, 'storage'>, log: Log): { stop(): void } {
  const clear = () =>
    storage
      .clearAbandonedTemporaries(TEMPORARY_FOR_MS)
      .catch((error) => log.warn({ err: error }, 'Old temporary files could not be removed'));
  void clear();
  const timer = setInterval(clear, TEMPORARY_FOR_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
