import { setTimeout as delay } from 'node:timers/promises';
import { keepingCall } from '../current-call.ts';
import { runFollowUps } from './signals.ts';

/** What the writer needs of its one connection. */
interface WritableConnection<Handle> {
  transaction: Handle;
  run(sql: string): void;
  inTransaction(): boolean;
  /** Another process holds the write lock. */
  isBusy(error: unknown): boolean;
  /** Told how many jobs were made durable together. */
  onCommit?: ((jobs: number) => void) | undefined;
}

export interface GroupWriter<Handle> {
  write<T>(work: (transaction: Handle) => Promise<T>): Promise<T>;
  /** For the job that runs at this moment: what is to follow once it is durable. */
  afterCommit(action: () => void): void;
  close(): Promise<void>;
}

interface Job<Handle> {
  followUps: (() => void)[];
  work(transaction: Handle): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown };

/** A group blocks the event loop until it is durable; this bounds for how long. */
const MAX_GROUP = 128;
const BUSY_RETRY_MS = 5;
const BUSY_GIVE_UP_MS = 10_000;

/**
 * Group commit: everything that arrived while the last group ran becomes the next one, each job in a savepoint of its
 * own, all made durable by one commit and one fsync. A job that throws undoes itself alone.
 */
export function createGroupWriter<Handle>(connection: WritableConnection<Handle>): GroupWriter<Handle> {
  let waiting: Job<Handle>[] = [];
  let running: Promise<void> | undefined;
  let current: Job<Handle> | undefined;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      // Let the calls that are already in the sockets join the group.
      await new Promise((resolve) => setImmediate(resolve));
      const group = waiting.slice(0, MAX_GROUP);
      waiting = waiting.slice(MAX_GROUP);
      await runGroup(connection, group, (job) => {
        current = job;
      }).catch((error: unknown) => {
        // The lock is someone else's, and those who wait would only wait as long for nothing.
        for (const job of [...group, ...waiting]) job.reject(error);
        waiting = [];
      });
    }
    // In the same breath as the last look at the queue: a write in between would never be taken up.
    running = undefined;
  }

  return {
    write<T>(work: (transaction: Handle) => Promise<T>) {
      const result = new Promise<T>((resolve, reject) => {
        waiting.push({
          work: keepingCall(work),
          followUps: [],
          resolve: resolve as (value: unknown) => void,
          reject,
        });
      });
      running ??= drain();
      return result;
    },
    afterCommit(action) {
      if (current === undefined) throw new Error('No transaction is running');
      current.followUps.push(action);
    },
    async close() {
      await running;
    },
  };
}

async function runGroup<Handle>(
  connection: WritableConnection<Handle>,
  group: Job<Handle>[],
  onJob: (job: Job<Handle> | undefined) => void,
): Promise<void> {
  const outcomes: Outcome[] = [];
  await begin(connection);
  try {
    for (const job of group) {
      onJob(job);
      outcomes.push(await runJob(connection, job));
    }
    connection.run('commit');
    connection.onCommit?.(group.length);
  } catch (error) {
    for (const job of group) job.reject(error);
    if (connection.inTransaction()) connection.run('rollback');
    return;
  } finally {
    onJob(undefined);
  }
  group.forEach((job, index) => {
    const outcome = outcomes[index] as Outcome;
    if (outcome.ok) {
      job.resolve(outcome.value);
      runFollowUps(job.followUps);
    } else job.reject(outcome.error);
  });
}

async function runJob<Handle>(connection: WritableConnection<Handle>, job: Job<Handle>): Promise<Outcome> {
  connection.run('savepoint job');
  try {
    const value = await job.work(connection.transaction);
    connection.run('release job');
    return { ok: true, value };
  } catch (error) {
    // Out of space and I/O errors end the whole transaction, and the earlier jobs of the group with it.
    if (!connection.inTransaction()) throw error;
    connection.run('rollback to job');
    connection.run('release job');
    return { ok: false, error };
  }
}

async function begin<Handle>(connection: WritableConnection<Handle>): Promise<void> {
  const giveUpAt = performance.now() + BUSY_GIVE_UP_MS;
  for (;;) {
    try {
      connection.run('begin immediate');
      return;
    } catch (error) {
      if (!connection.isBusy(error) || performance.now() > giveUpAt) throw error;
      await delay(BUSY_RETRY_MS);
    }
  }
}
