import { stat } from 'node:fs/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTimeLimit, withTimeLimit } from '../../src/platform/time-limit.ts';
import { pauseProcess } from '../helpers/pause-process.ts';

describe('a time limit', () => {
  it('should not count a pause of the process in which the work was done', async () => {
    const result = withTimeLimit(
      60,
      stat('.').then(() => 'done'),
      () => 'too late',
    );
    pauseProcess(200);
    expect(await result).toBe('done');
  });

  it('should count from the beginning after a restart, and be over once', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const over = vi.fn();
    const limit = startTimeLimit(600, over);
    vi.advanceTimersByTime(599);
    limit.restart();
    vi.advanceTimersByTime(599);
    expect(over).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(over).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('should be over when the work does not come to an end', async () => {
    expect(await withTimeLimit(60, new Promise(() => {}), () => 'too late')).toBe('too late');
  });
});
