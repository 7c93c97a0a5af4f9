import { describe, expect, it } from 'vitest';
import { createClockWatch } from '../../../src/platform/db/clock-watch.ts';
import { createTestClock, DAY, HOUR, MINUTE, type TestClock } from '../../helpers/app/test-clock.ts';
import { withFailingWrites } from '../../helpers/database/failing-writes.ts';
import {
  createMigratedDatabase,
  useConnectionForEach,
  useTestDatabaseForEach,
} from '../../helpers/database/test-database.ts';

const YEAR = 365 * DAY;

describe('whether the clock may be wrong', () => {
  const database = useConnectionForEach(useTestDatabaseForEach(createMigratedDatabase));

  /** A process with a clock of its own. */
  function start(clock: TestClock, on = database) {
    const told: string[] = [];
    const log = { error: () => void told.push('error'), info: () => void told.push('info') };
    const watch = createClockWatch({ database: on, clock: clock.now, monotonic: clock.monotonic, log });
    return {
      told,
      watch,
      async doubts() {
        await watch.look();
        return watch.isDoubted();
      },
    };
  }

  it('should be taken for possible before the first look', () => {
    expect(start(createTestClock()).watch.isDoubted()).toBe(true);
  });

  it.each([
    ['a day', DAY, false],
    ['more than a day', DAY + 1, true],
    ['a year', YEAR, true],
  ])('should be asked after %s without a round, by the next process', async (_, milliseconds, isDoubted) => {
    const clock = createTestClock();
    expect(await start(clock).doubts()).toBe(false);
    clock.jump(milliseconds);
    expect(await start(clock).doubts()).toBe(isDoubted);
  });

  it('should be noticed between two looks as well', async () => {
    const clock = createTestClock();
    const { watch, doubts } = start(clock);
    await doubts();
    clock.jump(YEAR);
    expect(watch.isDoubted()).toBe(true);
    clock.jump(-YEAR);
    expect(watch.isDoubted()).toBe(false);
  });

  it('should be told once, and end after an hour that one process has waited', async () => {
    const clock = createTestClock();
    await start(clock).doubts();
    clock.jump(YEAR);
    const { doubts, told } = start(clock);
    for (let minutes = 0; minutes < 60; minutes += 1) {
      expect(await doubts()).toBe(true);
      clock.advance(MINUTE);
    }
    expect(told).toEqual(['error']);
    expect(await doubts()).toBe(false);
    expect(told).toEqual(['error', 'info']);
    expect(await start(clock).doubts()).toBe(false);
  });

  it.each([
    ['an hour', HOUR, false],
    ['a year', YEAR, true],
  ])(
    'should be asked after %s on a full disk as on any other, by the next process',
    async (_, milliseconds, isDoubted) => {
      const clock = createTestClock();
      await start(clock).doubts();
      clock.jump(milliseconds);
      const fullDisk = withFailingWrites(database, new Error('The disk is full'));
      const { watch } = start(clock, fullDisk);
      for (let round = 0; round < 2; round++) {
        // Housekeeping logs it, and goes on.
        await watch.look().catch((error) => expect(error.message).toBe('The disk is full'));
        expect(watch.isDoubted()).toBe(isDoubted);
      }
    },
  );

  it('should not end for a node whose clock is ahead while another one goes on', async () => {
    const [right, wrong] = [createTestClock(), createTestClock()];
    const [one, other] = [start(right), start(wrong)];
    await one.doubts();
    wrong.jump(YEAR);
    for (let passed = 0; passed < 6 * HOUR; passed += 5 * MINUTE) {
      expect([await one.doubts(), await other.doubts()]).toEqual([false, true]);
      for (const clock of [right, wrong]) clock.advance(5 * MINUTE);
    }
    expect(other.told).toEqual(['error']);
  });

  it('should be asked again after a clock that was believed years ahead was put right', async () => {
    const clock = createTestClock(Date.UTC(2036, 0, 1));
    await start(clock).doubts();
    clock.set(Date.UTC(2026, 0, 1));
    expect(await start(clock).doubts()).toBe(false);
    clock.jump(2 * DAY);
    expect(await start(clock).doubts()).toBe(true);
  });
});
