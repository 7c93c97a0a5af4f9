import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import { forgetOldAnswers } from './platform/http/answer-once.ts';
import type { Log } from './platform/log.ts';

const INTERVAL_MS = 10 * 60_000;

/** What has to be cleaned up now and then. Safe on several nodes: each batch is one statement. */
export function startHousekeeping(deps: { database: Database; clock: Clock; log: Log }): {
  stop(): Promise<void>;
} {
  const { database, clock, log } = deps;
  let stopped = false;
  let running = Promise.resolve();

  async function run(): Promise<void> {
    try {
      while (!stopped && (await forgetOldAnswers(database, clock()))) {
        // One batch at a time, so that other writes get their turn in between.
      }
    } catch (error) {
      log.warn({ err: error }, 'Housekeeping failed; it is tried again in ten minutes');
    }
  }

  const timer = setInterval(() => {
    running = running.then(run);
  }, INTERVAL_MS);
  timer.unref();

  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
