import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHealth } from '../../src/platform/health.ts';

describe('health', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const responds = async () => {};
  const fails = async () => {
    throw new Error('away');
  };
  const hangs = () => new Promise<void>(() => {});

  it('should find no problem while every dependency responds, and leave no timer behind', async () => {
    expect(await createHealth({ database: responds, storage: responds }).findProblems()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('should name the dependencies that fail', async () => {
    const health = createHealth({ database: fails, storage: responds, redis: fails });
    expect(await health.findProblems()).toEqual(['database', 'redis']);
  });

  it('should name a dependency that hangs, and wait for it no longer than a few seconds', async () => {
    const problems = createHealth({ database: responds, storage: hangs }).findProblems();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await problems).toEqual(['storage']);
  });

  describe('asked often', () => {
    it('should ask a dependency once for all who ask while it has not responded', async () => {
      const released = Promise.withResolvers<void>();
      const check = vi.fn(() => released.promise);
      const health = createHealth({ database: check });
      const found = [health.findProblems()];
      await vi.advanceTimersByTimeAsync(1_500);
      found.push(health.findProblems());
      released.reject(new Error('away'));
      expect(await Promise.all(found)).toEqual([['database'], ['database']]);
      expect(check).toHaveBeenCalledTimes(1);
    });

    it('should ask a dependency once a second', async () => {
      const [database, redis] = [vi.fn(responds), vi.fn(fails)];
      const health = createHealth({ database });
      health.watch('redis', redis);
      const askFor = async (ms: number) => {
        for (const end = performance.now() + ms; performance.now() < end; ) {
          expect([await health.findProblems(), await health.findWarnings()]).toEqual([[], ['redis']]);
          await vi.advanceTimersByTimeAsync(50);
        }
      };
      await askFor(1_000);
      expect([database.mock.calls.length, redis.mock.calls.length]).toEqual([1, 1]);
      await askFor(2_000);
      expect([database.mock.calls.length, redis.mock.calls.length]).toEqual([3, 3]);
    });

    it('should tell whoever asks a second later what has changed', async () => {
      const check = vi.fn(responds).mockRejectedValueOnce(new Error('away'));
      const health = createHealth({ database: check });
      expect(await health.findProblems()).toEqual(['database']);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await health.findProblems()).toEqual([]);
    });

    it('should tell immediately what this process knows of itself', async () => {
      const health = createHealth({});
      let isFull = false;
      health.requireState('stopping', () => !isFull);
      health.watchState('overload_v1', () => !isFull);
      expect([await health.findProblems(), await health.findWarnings()]).toEqual([[], []]);
      isFull = true;
      expect([await health.findProblems(), await health.findWarnings()]).toEqual([
        ['stopping'],
        ['overload_v1'],
      ]);
    });
  });
});
