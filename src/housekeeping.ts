import { forgetOldMails } from './email/repository.ts';
import { createSweepLeases, type HeldSweep } from './platform/db/sweep-leases.ts';
import { forgetOldAnswers } from './platform/http/answer-once.ts';
import type { Log } from './platform/log.ts';
import type { Services } from './services.ts';

const INTERVAL_MS = 30_000;
/** Going through all photos and files takes long, and finds something only after a crash. */
const RECONCILE_EVERY_MS = 86_400_000;
const TEMPORARY_FOR_MS = 3_600_000;

/** One batch of a task; true when there may be more to do. */
type Task = (isStopped: () => boolean) => Promise<boolean>;

/**
 * What has to be done now and then. On several nodes each sweep is one node's at a time (0057); should two do the same all
 * the same, nothing breaks: each batch is one transaction that finds its own work.
 */
function tasksOf(services: Services): Record<string, Task> {
  return {
    'age out drafts': () => services.capture.drafts.ageOut(),
    'expire requests': () => services.photoRequests.expireOverdue(),
    'forget answers': () => forgetOldAnswers(services.database, services.clock()),
    'forget capture sessions': () => services.capture.sessions.forgetOld(),
    'erase requests': () => services.photoRequests.eraseOld(),
    'purge files': () => services.photoUpkeep.purge(),
    'forget identity': () => services.identity.forgetOld(),
    'forget mails': () => forgetOldMails(services.database, services.clock()),
    'hold deliveries': () => services.webhookCleanUp.holdForSwitchedOff(),
    'forget events': () => services.webhookCleanUp.forgetOld(),
    'add up counts': () => services.counts.fold(),
    'remove endpoints': () => services.webhookCleanUp.removeDeleted(),
    'check photos': async (isStopped) => {
      await services.photoChecks.checkLeftBehind(isStopped);
      return false;
    },
  };
}

export function startHousekeeping(
  services: Services,
  log: Log,
  { intervalMs = INTERVAL_MS }: { intervalMs?: number } = {},
): { stop(): Promise<void> } {
  const tasks = Object.entries(tasksOf(services));
  const leases = createSweepLeases(services);
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
        let more = true;
        // One batch at a time, so that other writes get their turn in between.
        while (more && !isOver()) more = await task(isOver);
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
