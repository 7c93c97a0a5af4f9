/** Takes what comes first at once, and all that comes within the pause after it together at its end. */
export function createPaced<T>(pauseMs: number, take: (item: T) => void) {
  const waiting = new Set<T>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    timer = undefined;
    if (waiting.size === 0) return;
    timer = setTimeout(flush, pauseMs);
    const items = [...waiting];
    waiting.clear();
    for (const item of items) take(item);
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
