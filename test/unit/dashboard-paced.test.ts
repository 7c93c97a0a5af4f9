import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPaced } from '../../web/dashboard/api/paced.ts';

describe('what is read again after live events', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('should be read at once for the first event, and once per pause however many follow', () => {
    const read: string[] = [];
    const paced = createPaced<string>(2_000, (area) => read.push(area));
    paced.add(['overview', 'plan']);
    expect(read).toEqual(['overview', 'plan']);
    for (let event = 0; event < 500; event++) {
      paced.add(event % 2 === 0 ? ['overview'] : ['overview', 'webhooks']);
      vi.advanceTimersByTime(10);
    }
    expect(read.slice(2)).toEqual(['overview', 'webhooks', 'overview', 'webhooks']);
    vi.advanceTimersByTime(2_000);
    expect(read).toHaveLength(8);
    vi.advanceTimersByTime(60_000);
    expect(read).toHaveLength(8);
    paced.add(['plan']);
    expect(read.at(-1)).toBe('plan');
  });

  it('should not be read after it was left', () => {
    const read: string[] = [];
    const paced = createPaced<string>(2_000, (area) => read.push(area));
    paced.add(['overview']);
    paced.add(['plan']);
    paced.stop();
    vi.advanceTimersByTime(10_000);
    expect(read).toEqual(['overview']);
  });
});
