/**
 * The limit is over after this many looks. A clock alone would not do: after a pause of this process the time is up before
 * anyone has looked whether the work is done. Between two looks everything is read that has arrived.
 */
const LOOKS = 6;

export interface TimeLimit {
  /** Counts from the beginning. */
  restart(): void;
  stop(): void;
}

/** Tells once when the time is over, unless it is stopped before. */
export function startTimeLimit(limitMs: number, onOver: () => void): TimeLimit {
  let looks = 0;
  const timer = setInterval(
    () => {
      looks += 1;
      if (looks < LOOKS) return;
      clearInterval(timer);
      onOver();
    },
    Math.ceil(limitMs / LOOKS),
  );
  return {
    restart() {
      looks = 0;
      timer.refresh();
    },
    stop: () => clearInterval(timer),
  };
}

/** What the work comes to, or what `otherwise` returns or throws when it takes longer. The work itself goes on. */
export async function withTimeLimit<T>(limitMs: number, work: Promise<T>, otherwise: () => T): Promise<T> {
  let timeLimit: TimeLimit | undefined;
  const limit = new Promise<T>((resolve) => {
    timeLimit = startTimeLimit(limitMs, () => resolve(Promise.try(otherwise)));
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    timeLimit?.stop();
  }
}
