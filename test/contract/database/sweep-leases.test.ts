import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSweepLeases, type HeldSweep } from '../../../src/platform/db/sweep-leases.ts';
import { createTestClock, MINUTE } from '../../helpers/app/test-clock.ts';
import {
  createMigratedDatabase,
  engine,
  useConnectionForEach,
  useTestDatabaseForEach,
} from '../../helpers/database/test-database.ts';
import { useForEach } from '../../helpers/hooks.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

const EVERY_MS = 15_000;

describe('the leases of sweeps', () => {
  const clock = useForEach(() => createTestClock());
  const held: HeldSweep[] = [];
  const database = useConnectionForEach(useTestDatabaseForEach(createMigratedDatabase));
  afterEach(async () => {
    vi.useRealTimers();
    for (const one of held.splice(0)) await one.release();
  });

  /** One more node. */
  function startNode() {
    const leases = createSweepLeases({ database, clock: clock.now, monotonic: clock.monotonic });
    return async (name = 'tidy up', everyMs = EVERY_MS) => {
      const taken = await leases.take(name, everyMs);
      if (taken !== undefined) held.push(taken);
      return taken;
    };
  }

  if (engine === 'sqlite') {
    it('should always be given to the only server there is', async () => {
      const take = startNode();
      for (let i = 0; i < 3; i++) expect((await take())?.isLost()).toBe(false);
    });
  } else {
    it('should be given to exactly one of many that ask at once', async () => {
      const nodes = Array.from({ length: 10 }, startNode);
      const first = await Promise.all(nodes.map((take) => take()));
      expect(first.filter((taken) => taken !== undefined)).toHaveLength(1);
      clock.advance(2 * MINUTE);
      const second = await Promise.all(nodes.map((take) => take()));
      expect(second.flatMap((taken) => taken?.turn ?? [])).toEqual([2]);
    });

    it('should not be given again before its time, and then to anyone', async () => {
      const [one, other] = [startNode(), startNode()];
      await (await one())?.release();
      clock.advance(EVERY_MS - 1);
      expect(await other()).toBeUndefined();
      expect(await one()).toBeUndefined();
      clock.advance(1);
      expect((await other())?.turn).toBe(2);
    });

    it('should hold for one sweep alone', async () => {
      const [one, other] = [startNode(), startNode()];
      expect(await one('tidy up')).toBeDefined();
      expect(await other('sweep up')).toBeDefined();
      expect(await other('tidy up')).toBeUndefined();
    });

    it('should pass on within a minute when its node has died, and leave nothing to the dead', async () => {
      const [dead, alive] = [startNode(), startNode()];
      const old = await dead();
      clock.advance(MINUTE - 1);
      expect(await alive()).toBeUndefined();
      expect(old?.isLost()).toBe(false);
      clock.advance(1);
      expect(old?.isLost()).toBe(true);
      const taken = await alive();
      expect(taken?.turn).toBe(2);
      // The first was only very slow: what it does now is not about its turn any more.
      await old?.release();
      expect(await dead()).toBeUndefined();
      expect(taken?.isLost()).toBe(false);
    });

    it('should neither be lost nor stand still when the clock is set', async () => {
      const take = startNode();
      const first = await take();
      clock.jump(60 * MINUTE);
      expect(first?.isLost()).toBe(false);
      await first?.release();
      await (await take())?.release();
      clock.jump(-120 * MINUTE);
      expect((await take())?.turn).toBe(3);
    });

    it('should stay with a node that is slow but alive', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const [slow, other] = [startNode(), startNode()];
      const taken = await slow();
      for (let i = 0; i < 10; i++) {
        clock.advance(15_000);
        vi.advanceTimersByTime(15_000);
        await waitUntil(async () => {
          const row = await database.reader.selectFrom('sweeps').select('leased_until').executeTakeFirst();
          expect(row?.leased_until).toBe(clock.now() + MINUTE);
        });
      }
      expect(taken?.isLost()).toBe(false);
      expect(await other()).toBeUndefined();
    });
  }
});
