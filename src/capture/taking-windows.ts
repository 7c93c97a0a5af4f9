import { SENDING_MS, TAKING_MS } from '../shared/capture-times.ts';

/** From when to when photos can have been taken, in the server's time. */
export type TakingWindow = readonly [from: number, to: number];

export function windowFrom(openedAt: number): TakingWindow {
  return [openedAt, openedAt + TAKING_MS];
}

/** In order and without overlaps, so that a page that is loaded again and again does not add up. */
export function mergeWindows(windows: TakingWindow[]): TakingWindow[] {
  const merged: TakingWindow[] = [];
  for (const [from, to] of windows.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last === undefined || from > last[1]) merged.push([from, to]);
    else merged[merged.length - 1] = [last[0], Math.max(last[1], to)];
  }
  return merged;
}

/** What is left of the windows of the session before: a photo older than a day is no longer accepted. */
export function recentWindows(windows: TakingWindow[], now: number): TakingWindow[] {
  const oldest = now - SENDING_MS;
  return windows.flatMap(([from, to]) => (to > oldest ? [[Math.max(from, oldest), to] as const] : []));
}
