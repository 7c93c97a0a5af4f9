import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PAUSE_MS } from '../../src/web-app/live-streams.ts';
import { createPaced, LIVE_PAUSES } from '../../web/dashboard/api/paced.ts';

describe('what is read again after live events', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('should be read within a second of each event where few come', () => {
    const read: string[] = [];
    const paced = createPaced<string>(LIVE_PAUSES, (area) => read.push(area));
    for (let photo = 1; photo <= 5; photo++) {
      // The customer opens the page and takes a photo right away, then one every two seconds.
      paced.add(['photo-requests']);
      vi.advanceTimersByTime(100);
      paced.add(['photo-requests']);
      vi.advanceTimersByTime(900);
      expect(read).toHaveLength(photo * 2);
      vi.advanceTimersByTime(1_000);
    }
  });

  it('should be told and read within a second, with the pauses of server and page together', () => {
    expect(PAUSE_MS + LIVE_PAUSES.shortestMs).toBeLessThan(1_000);
  });

  it('should be read at once for the first event, and ever more seldom where they do not stop', () => {
    const times: number[] = [];
    const start = Date.now();
    const paced = createPaced<string>(LIVE_PAUSES, () => times.push(Date.now() - start));
    for (let event = 0; event < 2_000; event++) {
      paced.add(['overview']);
      vi.advanceTimersByTime(10);
    }
    expect(times).toEqual([0, 500, 1_500, 3_500, 7_500, 11_500, 15_500, 19_500]);
    vi.advanceTimersByTime(60_000);
    expect(times).toHaveLength(9);
    paced.add(['overview']);
    expect(times).toHaveLength(10);
  });

  it('should not be read after it was left', () => {
    const read: string[] = [];
    const paced = createPaced<string>(LIVE_PAUSES, (area) => read.push(area));
    paced.add(['overview']);
    paced.add(['plan']);
    paced.stop();
    vi.advanceTimersByTime(10_000);
    expect(read).toEqual(['overview']);
  });
});
