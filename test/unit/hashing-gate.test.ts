import { createHook } from 'node:async_hooks';
import { describe, expect, it, vi } from 'vitest';
import { createGate } from '../../src/identity/hashing-gate.ts';
import { hashPassword } from '../../src/identity/password.ts';

/** Work that ends when it is told to. */
function pending() {
  const started: number[] = [];
  const works = new Map<number, PromiseWithResolvers<string>>();
  return {
    started,
    work: (number: number) => () => {
      started.push(number);
      const work = Promise.withResolvers<string>();
      works.set(number, work);
      return work.promise;
    },
    end: (number: number) => works.get(number)?.resolve(`done ${number}`),
    fail: (number: number) => works.get(number)?.reject(new Error(`failed ${number}`)),
  };
}

describe('the gate before the hashing of passwords', () => {
  it('should let so many through, make so many wait, and send the others away with a time to come back', async () => {
    const gate = createGate({ atOnce: 2, mostWaiting: 2 });
    const { started, work, end } = pending();
    const results = [1, 2, 3, 4].map((number) => gate(work(number)));
    const refused = gate(work(5));
    await expect(refused).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: expect.any(Number),
    });
    expect(started).toEqual([1, 2]);
    end(2);
    expect(await results[1]).toBe('done 2');
    await vi.waitFor(() => expect(started).toEqual([1, 2, 3]));
    end(1);
    await vi.waitFor(() => expect(started).toEqual([1, 2, 3, 4]));
    end(4);
    end(3);
    expect(await Promise.all(results)).toEqual(['done 1', 'done 2', 'done 3', 'done 4']);
    const after = gate(work(6));
    await vi.waitFor(() => expect(started).toContain(6));
    end(6);
    expect(await after).toBe('done 6');
  });

  it('should give the place of a work that failed to the next', async () => {
    const gate = createGate({ atOnce: 1, mostWaiting: 1 });
    const { started, work, end, fail } = pending();
    const [first, second] = [gate(work(1)), gate(work(2))];
    await vi.waitFor(() => expect(started).toEqual([1]));
    fail(1);
    await expect(first).rejects.toThrow('failed 1');
    await vi.waitFor(() => expect(started).toEqual([1, 2]));
    end(2);
    expect(await second).toBe('done 2');
  });

  it('should leave threads to the files however many passwords are hashed at once', async () => {
    const running = new Set<number>();
    let most = 0;
    const hook = createHook({
      init(id, type) {
        if (type !== 'SCRYPTREQUEST') return;
        running.add(id);
        most = Math.max(most, running.size);
      },
      before: (id) => void running.delete(id),
    }).enable();
    await Promise.all(Array.from({ length: 20 }, () => hashPassword('a password', 2 ** 10)));
    hook.disable();
    expect(most).toBe(2);
  });
});
