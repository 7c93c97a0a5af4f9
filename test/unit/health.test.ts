import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHealth } from '../../src/platform/health.ts';

describe('health', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const responses = async () => {};
  const fails = async () => {
    throw new Error('away');
  };
  const hangs = () => new Promise<void>(() => {});

  it('should find no problem while every dependency works, and leave no timer behind', async () => {
    expect(await createHealth({ database: responses, storage: responses }).findProblems()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('should name the dependencies that fail', async () => {
    const health = createHealth({ database: fails, storage: responses, redis: fails });
    expect(await health.findProblems()).toEqual(['database', 'redis']);
  });

  it('should name a dependency that hangs, and wait for it no longer than a few seconds', async () => {
    const problems = createHealth({ database: responses, storage: hangs }).findProblems();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await problems).toEqual(['storage']);
  });

  it('should ask again every time', async () => {
    const check = vi.fn(responses).mockRejectedValueOnce(new Error('away'));
    const health = createHealth({ database: check });
    expect(await health.findProblems()).toEqual(['database']);
    expect(await health.findProblems()).toEqual([]);
  });
});
