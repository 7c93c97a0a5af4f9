import { createHook } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { createGate, type Requester, strangerAt } from '../../src/identity/hashing-gate.ts';
import { hashPassword } from '../../src/identity/password.ts';
import { waitUntil } from '../helpers/wait-until.ts';

const STRANGER = strangerAt('192.0.2.1');

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
    const gate = createGate({ atOnce: 2, maxWaiting: 2 });
    const { started, work, end } = pending();
    const results = [1, 2, 3, 4].map((number) => gate(STRANGER, work(number)));
    const refused = gate(STRANGER, work(5));
    await expect(refused).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: expect.any(Number),
    });
    expect(started).toEqual([1, 2]);
    end(2);
    expect(await results[1]).toBe('done 2');
    await waitUntil(() => expect(started).toEqual([1, 2, 3]));
    end(1);
    await waitUntil(() => expect(started).toEqual([1, 2, 3, 4]));
    end(4);
    end(3);
    expect(await Promise.all(results)).toEqual(['done 1', 'done 2', 'done 3', 'done 4']);
    const after = gate(STRANGER, work(6));
    await waitUntil(() => expect(started).toContain(6));
    end(6);
    expect(await after).toBe('done 6');
  });

  it('should give the place of a work that failed to the next', async () => {
    const gate = createGate({ atOnce: 1, maxWaiting: 1 });
    const { started, work, end, fail } = pending();
    const [first, second] = [gate(STRANGER, work(1)), gate(STRANGER, work(2))];
    await waitUntil(() => expect(started).toEqual([1]));
    fail(1);
    await expect(first).rejects.toThrow('failed 1');
    await waitUntil(() => expect(started).toEqual([1, 2]));
    end(2);
    expect(await second).toBe('done 2');
  });

  describe('with a crowd before it', () => {
    const MINUTE = 60_000;

    /** Everyone asks while one is being served; then all are served, one after the other. */
    async function served(
      requesters: Requester[],
      { maxWaiting = 3, before = [] as Requester[], pauseMs = 0 } = {},
    ) {
      let now = 1_000_000;
      const gate = createGate({ atOnce: 1, maxWaiting, clock: () => now });
      for (const requester of before) await gate(requester, async () => {});
      now += pauseMs;
      const first = Promise.withResolvers<void>();
      const holding = gate({ key: 'the first', isKnown: false }, () => first.promise);
      const order: string[] = [];
      const asked = requesters.map((requester) =>
        gate(requester, async () => void order.push(requester.key)),
      );
      const outcomes = Promise.allSettled(asked);
      first.resolve();
      await holding;
      const refused = (await outcomes).filter(({ status }) => status === 'rejected');
      return { order, refused: refused.length };
    }
    const stranger = (key: string): Requester => ({ key, isKnown: false });
    const known = (key: string): Requester => ({ key, isKnown: true });

    it('should serve a newcomer before an address that asks again and again, which makes room', async () => {
      const { order, refused } = await served(['a', 'a', 'a', 'b', 'c'].map(stranger));
      expect([order, refused]).toEqual([['a', 'b', 'c'], 2]);
    });

    it('should remember what each was given in the last minute, and forget it then', async () => {
      const before = ['a', 'a', 'b'].map(stranger);
      const requesters = ['a', 'b', 'c'].map(stranger);
      expect((await served(requesters, { before })).order).toEqual(['c', 'b', 'a']);
      expect((await served(requesters, { before, pauseMs: 2 * MINUTE })).order).toEqual(['a', 'b', 'c']);
    });

    it('should serve whoever is signed in first, and send strangers away for them', async () => {
      const requesters = [...['a', 'b', 'c'].map(stranger), known('d'), known('d'), stranger('e')];
      const { order, refused } = await served(requesters);
      expect([order, refused]).toEqual([['d', 'd', 'a'], 3]);
    });

    it('should keep the order of those who asked for as much', async () => {
      const { order, refused } = await served(['a', 'b', 'c', 'd'].map(stranger));
      expect([order, refused]).toEqual([['a', 'b', 'c'], 1]);
    });

    it('should not hold against anyone that they were sent away', async () => {
      const requesters = [...['a', 'a', 'b'].map(stranger), stranger('c'), stranger('a')];
      expect((await served(requesters)).order).toEqual(['a', 'b', 'c']);
    });
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
