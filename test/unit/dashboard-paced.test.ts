import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PAUSE_MS } from '../../src/web-app/live-streams.ts';
import { createLiveReads } from '../../web/dashboard/api/live-reads.ts';
import { createPaced } from '../../web/dashboard/api/paced.ts';

/** Of "within a second", the rest is left for the way and the answer. */
const PROMISED_MS = 700;

describe('what is read again after live events', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A page that is told by a server that pauses as well, and when it reads what; in milliseconds since it was opened. */
  function openPage() {
    const start = Date.now();
    const reads: [area: string, at: number][] = [];
    const note = (area: string) => reads.push([area, Date.now() - start]);
    const page = createLiveReads({ request: note, lists: note });
    const server = createPaced<'request'>({ shortestMs: PAUSE_MS, longestMs: PAUSE_MS }, page.add);
    return {
      page,
      readsOf: (area: string) => reads.filter(([read]) => read === area).map(([, at]) => at),
      happens(events: number[]) {
        for (const at of events) {
          vi.advanceTimersByTime(start + at - Date.now());
          server.add(['request']);
        }
        vi.advanceTimersByTime(60_000);
      },
    };
  }

  /** How long after each event the first read began that shows it. */
  function delaysOf(events: number[], reads: number[]): number[] {
    return events.map((event) => (reads.find((read) => read >= event) ?? Number.POSITIVE_INFINITY) - event);
  }

  const every = (ms: number, count: number) => Array.from({ length: count }, (_, number) => number * ms);
  it.each([
    ['the first view, and photos soon after each other', [0, 300, 900, 1_600]],
    ['six photos after a dead spot', [0, 150, 300, 450, 600, 750]],
    ['a photo now and then', every(2_000, 5)],
    ['just after each read', every(501, 20)],
    ['a busy workspace', every(10, 1_000)],
    [
      'a workspace that becomes calm, and busy again',
      [...every(70, 60), ...every(130, 60).map((at) => at + 9_000)],
    ],
  ])('should show one request within a second: %s', (_what, events) => {
    const { happens, readsOf } = openPage();
    happens(events);
    expect(Math.max(...delaysOf(events, readsOf('photo-request')))).toBeLessThanOrEqual(PROMISED_MS);
  });

  it('should be read once for all that comes together, and lists ever more seldom', () => {
    const busy = openPage();
    busy.happens(every(10, 2_000));
    const seldom = [0, 500, 1_500, 3_500, 7_500, 11_500, 15_500, 19_500, 23_500];
    for (const area of ['photo-requests', 'overview']) expect(busy.readsOf(area)).toEqual(seldom);
    vi.advanceTimersByTime(10_000);
    const before = busy.readsOf('overview').length;
    busy.page.add('request');
    expect(busy.readsOf('overview')).toHaveLength(before + 1);
    const together = openPage();
    together.happens([0, 0, 0, 10, 20, 30]);
    expect(together.readsOf('photo-request')).toEqual([0, 500]);
  });

  it('should not be read after it was left', () => {
    const { page, readsOf } = openPage();
    page.add('request');
    page.add('submission');
    page.stop();
    vi.advanceTimersByTime(10_000);
    expect([readsOf('photo-request'), readsOf('plan')]).toEqual([[0], []]);
  });
});
