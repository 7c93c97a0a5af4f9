import { SENDING_MS, TAKING_MS } from '../shared/capture-times.ts';

/** Clocks of several nodes, or of a device corrected by the server's, agree to within this. */
const CLOCK_TOLERANCE_MS = 5_000;

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

/**
 * The time to record for a photo that its page dates so; undefined when no page was open then. The page goes by the time the
 * server had when it opened the session. The clock of this node may be behind that one, since it was set back or is another
 * node's, and nothing tells: so a time in the future of an open page is no reason to refuse the photo, but it is not
 * recorded.
 */
export function timeOfPhoto(windows: TakingWindow[], capturedAt: number, now: number): number | undefined {
  const window = windows.find(
    ([from, to]) => capturedAt >= from - CLOCK_TOLERANCE_MS && capturedAt <= to + CLOCK_TOLERANCE_MS,
  );
  if (window === undefined) return undefined;
  const [from, to] = window;
  return Math.min(Math.max(capturedAt, from), to, now);
}
