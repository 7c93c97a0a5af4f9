import { ServiceError } from '../platform/errors.ts';

const RETRY_AFTER_SECONDS = 3;

export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets so many through at a time, and so many wait for their turn; everybody else is asked to come back. */
export function createGate({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= mostWaiting) throw tooBusy();
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** The place goes to whoever waits longest, so that nobody comes in between. */
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

function tooBusy(): ServiceError {
  return new ServiceError('rate_limited', 'Too many people sign in at this moment. Try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
