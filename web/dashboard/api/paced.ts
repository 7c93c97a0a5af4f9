interface Pauses {
  /** After something that came alone. */
  shortestMs: number;
  /** While something comes all the time. */
  longestMs: number;
}

/** What one customer does shows within a second. A busy workspace must not use up what one person may read. */
export const LIVE_PAUSES: Pauses = { shortestMs: 500, longestMs: 4_000 };

/**
 * Takes what comes first at once, and all that comes within the pause after it together at its end. The pause doubles as
 * long as each one brings more: a customer who takes photos is followed closely, a busy workspace is not read all the time.
 */
export function createPaced<T>({ shortestMs, longestMs }: Pauses, take: (item: T) => void) {
  const waiting = new Set<T>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = shortestMs;

  const flush = () => {
    timer = setTimeout(endPause, pause);
    const items = [...waiting];
    waiting.clear();
    for (const item of items) take(item);
  };

  const endPause = () => {
    timer = undefined;
    pause = waiting.size === 0 ? shortestMs : Math.min(longestMs, pause * 2);
    if (waiting.size > 0) flush();
  };

  return {
    add(items: T[]): void {
      for (const item of items) waiting.add(item);
      if (timer === undefined) flush();
    },
    stop(): void {
      clearTimeout(timer);
      waiting.clear();
    },
  };
}
