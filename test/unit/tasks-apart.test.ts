import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTasksApart, type Listener } from '../../src/platform/tasks-apart.ts';

describe('a thread or a process for tasks', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** One that answers what the test tells it to. */
  function open(send: (message: object) => void = () => {}) {
    let listener: Listener | undefined;
    const ended = vi.fn();
    const held: boolean[] = [];
    const run = createTasksApart<string, string>({
      what: 'Trying',
      longestMs: 30_000,
      idleMs: Number.POSITIVE_INFINITY,
      start(given) {
        listener = given;
        return { send, end: ended, ref: () => held.push(true), unref: () => held.push(false) };
      },
    });
    return { run, ended, held, answer: (id: number) => listener?.onMessage({ id, result: 'done' }) };
  }

  it('should be ended when it answers nothing any more, however much is asked of it', async () => {
    const { run, ended } = open();
    const asked = Promise.allSettled([
      run('first'),
      vi.advanceTimersByTimeAsync(20_000).then(() => run('second')),
    ]);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(ended).toHaveBeenCalledOnce();
    expect(await asked).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  });

  it('should be left alone as long as it answers', async () => {
    const { run, ended, answer } = open();
    const first = run('first');
    const second = run('second');
    await vi.advanceTimersByTimeAsync(20_000);
    answer(1);
    await vi.advanceTimersByTimeAsync(20_000);
    answer(2);
    expect(await Promise.all([first, second])).toEqual(['done', 'done']);
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(ended).not.toHaveBeenCalled();
  });

  it('should not be waited for with a task that could not be sent', async () => {
    let isMovable = false;
    const { run, held, answer } = open(() => {
      if (!isMovable) throw new Error('This cannot be moved');
    });
    await expect(run('one that cannot')).rejects.toThrow('This cannot be moved');
    isMovable = true;
    const moved = run('one that can');
    answer(2);
    expect(await moved).toBe('done');
    expect(held.at(-1)).toBe(false);
  });
});
