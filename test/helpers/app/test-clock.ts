import type { Clock } from '../../../src/platform/clock.ts';

export interface TestClock {
  now: Clock;
  /** Goes on by itself. */
  runs: boolean;
  /** Time that passed: no jump changes it. */
  monotonic: Clock;
  advance(milliseconds: number): void;
  /** Someone sets the clock, forwards or back; no time passes. */
  jump(milliseconds: number): void;
  set(milliseconds: number): void;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Time that stands still until a test moves it. */
export function createTestClock(start = Date.UTC(2026, 0, 31, 12, 0, 0)): TestClock {
  let current = start;
  let passed = 0;
  return {
    runs: false,
    now: () => current,
    monotonic: () => passed,
    advance(milliseconds) {
      current += milliseconds;
      passed += milliseconds;
    },
    jump(milliseconds) {
      current += milliseconds;
    },
    set(milliseconds) {
      current = milliseconds;
    },
  };
}

/** Time that goes on by itself, for tests that have a browser's clock beside it. */
export function createRunningClock(): TestClock {
  let ahead = 0;
  let passed = 0;
  return {
    runs: true,
    now: () => Date.now() + ahead,
    monotonic: () => performance.now() + passed,
    advance(milliseconds) {
      ahead += milliseconds;
      passed += milliseconds;
    },
    jump(milliseconds) {
      ahead += milliseconds;
    },
    set(milliseconds) {
      ahead = milliseconds - Date.now();
    },
  };
}
