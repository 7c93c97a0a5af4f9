import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, monotonicClock } from '../clock.ts';
import { type Database, DatabaseUnavailableError, type Queries } from './database.ts';
import type { Topic } from './signals.ts';

const POLL_MS = 5_000;
/** Shorter than the server has to stop; what is not done by then is done again when its lease ends. */
const STOP_MS = 20_000;
const RECORD_PAUSE_MS = 250;
/** Together with how long sending may take, less than any lease. */
const SEND_WITHIN_MS = 20_000;

/** A row of the queue while a worker holds its lease. */
interface Leased {
  /** When the lease ends. */
  next_attempt_at: number;
}

export type LeasedQueue = ReturnType<typeof createLeasedQueue>;

/** Does what rows of a table ask for. Any number of workers on any number of nodes share one queue. */
export function createLeasedQueue<Job extends Leased>(deps: {
  database: Database;
  clock: Clock;
  /** For how long a job is claimed: no one can set it. */
  monotonic?: Clock;
  /** Sent when a row is added. */
  topic: Topic;
  maxAtOnce: number;
  /** When the next row is due or a lease ends; undefined when there is none. */
  nextDueAt(): Promise<number | undefined>;
  /** Takes what is due for as long as the lease lasts, but nothing that runs: a clock that is set forward ends its lease early. */
  claim(trx: Queries, most: number, now: number, running: readonly Job[]): Promise<Job[]>;
  /** Does it and records the outcome; must not reject. */
  attempt(job: Job): Promise<void>;
  onLookFailed(error: unknown): void;
}) {
  const { database, clock, monotonic = monotonicClock, topic, maxAtOnce } = deps;
  const { nextDueAt, claim, attempt, onLookFailed } = deps;
  const inFlight = new Map<Promise<void>, Job>();
  const claimedAt = new WeakMap<Job, number>();
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let started = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let stopListening = () => {};

  function begin(job: Job): void {
    const run = attempt(job).then(() => {
      inFlight.delete(run);
      // A look that is under way has left it out, and it may be due again.
      lookAgain = true;
      if (started) look();
    });
    inFlight.set(run, job);
  }

  /** Takes what is due as far as there is room; when to look again. */
  async function claimDue(): Promise<number | undefined> {
    for (;;) {
      const due = await nextDueAt();
      const room = maxAtOnce - inFlight.size;
      if (due === undefined || due > clock()) return due;
      if (room === 0 || stopped) return undefined;
      let since = 0;
      const claimed = await database.write((trx) => {
        since = monotonic();
        return claim(trx, room, clock(), [...inFlight.values()]);
      });
      if (claimed.length === 0) return undefined;
      for (const job of claimed) {
        claimedAt.set(job, since);
        begin(job);
      }
    }
  }

  async function lookUntilQuiet(): Promise<void> {
    let due: number | undefined;
    while (lookAgain && !stopped) {
      lookAgain = false;
      try {
        due = await claimDue();
      } catch (error) {
        onLookFailed(error);
      }
    }
    // In the same breath as the last look at the flag: a wake-up in between would be lost.
    looking = undefined;
    if (started && !stopped) sleepUntil(due);
  }

  function sleepUntil(due: number | undefined): void {
    clearTimeout(timer);
    const pause = due === undefined ? POLL_MS : Math.min(POLL_MS, Math.max(0, due - clock()));
    timer = setTimeout(look, pause);
    timer.unref();
  }

  function look(): Promise<void> {
    lookAgain = true;
    looking ??= lookUntilQuiet();
    return looking;
  }

  return {
    /** Asked right before something is sent: after a stall, or once the clock was set, someone else may have claimed it. */
    canSend(job: Job): boolean {
      return monotonic() - (claimedAt.get(job) ?? 0) <= SEND_WITHIN_MS && clock() < job.next_attempt_at;
    },

    /** Goes on trying while the lease lasts: what was done and is not recorded is done again. */
    async record<T>(job: Job, write: (trx: Queries) => Promise<T>): Promise<T> {
      for (;;) {
        try {
          return await database.write(write);
        } catch (error) {
          const isHopeless = !(error instanceof DatabaseUnavailableError) || stopped;
          if (isHopeless || clock() >= job.next_attempt_at) throw error;
          await delay(RECORD_PAUSE_MS);
        }
      }
    },
    /** A long attempt may come to its end early. */
    isStopped: () => stopped,
    start(): void {
      started = true;
      stopListening = database.signals.on(topic, look);
      look();
    },
    /** Takes nothing more and finishes what is on its way. */
    async stop(): Promise<void> {
      stopped = true;
      stopListening();
      await looking;
      clearTimeout(timer);
      await Promise.race([Promise.all(inFlight.keys()), delay(STOP_MS, undefined, { ref: false })]);
    },
    /** Something may be due. */
    wake: look,
    /** Everything that is due now was tried, and the outcome recorded. */
    async settled(): Promise<void> {
      for (;;) {
        await look();
        if (inFlight.size > 0) await Promise.race(inFlight.keys());
        else if (!lookAgain || stopped) return;
      }
    },
  };
}
