import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createExclusive, type Locks } from '../../web/capture/photos/exclusive.ts';

describe('one tab at a time', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const withLocks = (request: Locks['request']) => createExclusive({ request });

  it('should do the work once while it has the lock', async () => {
    const work = vi.fn(async () => 'done');
    const exclusive = withLocks(async (_name, _options, granted) => granted());
    expect(await exclusive('a', work)).toBe('done');
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('should do the work where locks are missing or forbidden', async () => {
    const work = async () => 'done';
    expect(await createExclusive(undefined)('a', work)).toBe('done');
    expect(await withLocks(() => Promise.reject(new Error('SecurityError')))('a', work)).toBe('done');
  });

  it('should not wait for ever for a tab that was put to sleep', async () => {
    const never: Locks['request'] = (_name, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const work = vi.fn(async () => 'done');
    const result = withLocks(never)('a', work);
    await vi.advanceTimersByTimeAsync(14_000);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await result).toBe('done');
  });

  it('should pass a failure of the work on and not repeat it', async () => {
    const work = vi.fn(() => Promise.reject(new Error('broken')));
    const exclusive = withLocks(async (_name, _options, granted) => granted());
    await expect(exclusive('a', work)).rejects.toThrow('broken');
    expect(work).toHaveBeenCalledTimes(1);
  });
});
