interface Pauses {
  /** After something that came alone. */
  shortestMs: number;
  /** While something comes all the time. */
  longestMs: number;
}

/** What shows one request costs one read, so that a customer can be followed however much happens. */
export const REQUEST_PAUSES: Pauses = { shortestMs: 500, longestMs: 500 };
/** The lists of a busy workspace must not use up what one person may read. */
export const LIST_PAUSES: Pauses = { shortestMs: 500, longestMs: 4_000 };

/**
 * Takes what comes first at once, and all that comes within the pause after it together at its end. The pause doubles up to
 * the longest as long as each one brings more.
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
