import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../webhooks/monotonic-clock.ts';

export interface TimedCall {
  dueAt: number;
  /** From when it was due, not from when it was sent: a call that had to wait for its turn has waited. */
  tookMs: number;
}

export interface SteadyCalls {
  /** No further call begins; resolves when the last one is on its way. */
  finish(): Promise<void>;
  /** Waits for the last response, and rejects when a call has failed. */
  calls(): Promise<TimedCall[]>;
}

/** Makes calls at a constant rate, however long the earlier ones take. */
export function startSteadyCalls(perSecond: number, call: (number: number) => Promise<unknown>): SteadyCalls {
  const timedCalls: Promise<TimedCall>[] = [];
  const startedAt = monotonicMs();
  let isStopped = false;

  async function makeCalls(): Promise<void> {
    for (let number = 0; !isStopped; number++) {
      const dueAt = startedAt + (number * 1000) / perSecond;
      // A timer takes whole milliseconds and may not fire early.
      const waitMs = Math.ceil(dueAt - monotonicMs());
      if (waitMs > 0) await delay(waitMs);
      const timed = call(number).then(() => ({ dueAt, tookMs: monotonicMs() - dueAt }));
      // Its failure is reported by `calls`.
      timed.catch(() => {});
      timedCalls.push(timed);
    }
  }

  const making = makeCalls();
  return {
    async finish() {
      isStopped = true;
      await making;
    },
    calls: () => Promise.all(timedCalls),
  };
}
