import { forgetOldMails } from './email/repository.ts';
import { forgetOldAnswers } from './platform/http/answer-once.ts';
import type { Log } from './platform/log.ts';
import type { Services } from './services.ts';

const INTERVAL_MS = 30_000;

/** One batch of a task; true when there may be more to do. */
type Task = () => Promise<boolean>;

/** What has to be done now and then. Safe on several nodes: each batch is one transaction that finds its own work. */
export function startHousekeeping(services: Services, log: Log): { stop(): Promise<void> } {
  const tasks: Task[] = [
    () => services.photoRequests.expireOverdue(),
    () => forgetOldAnswers(services.database, services.clock()),
    () => services.capture.sessions.forgetOld(),
    () => services.photoRequests.eraseOld(),
    () => services.photoUpkeep.purge(),
    () => services.identity.forgetOld(),
    () => forgetOldMails(services.database, services.clock()),
    () => services.webhookCleanUp.holdForSwitchedOff(),
    () => services.webhookCleanUp.forgetOld(),
    () => services.webhookCleanUp.removeDeleted(),
  ];
  let stopped = false;
  // What an earlier process left behind is put in order beside everything else: it may take long.
  const reconciled = services.photoUpkeep
    .reconcile(log, () => stopped)
    .catch((error) => log.warn({ err: error }, 'Files and photos could not be compared'));
  let running: Promise<void> | undefined;

  async function run(task: Task): Promise<void> {
    try {
      let more = true;
      // One batch at a time, so that other writes get their turn in between.
      while (more && !stopped) more = await task();
    } catch (error) {
      log.warn({ err: error }, 'Housekeeping failed; it is tried again soon');
    }
  }

  async function runAll(): Promise<void> {
    for (const task of tasks) await run(task);
    running = undefined;
  }

  const timer = setInterval(() => {
    running ??= runAll();
  }, INTERVAL_MS);
  timer.unref();

  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
      await reconciled;
    },
  };
}
