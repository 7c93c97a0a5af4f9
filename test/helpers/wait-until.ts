import { vi } from 'vitest';

/** Longer than anything takes on a busy machine: it only ends a test that would wait forever. */
const LIMIT_MS = 60_000;

/** Resolves with what the check returns once it no longer throws. */
export function waitUntil<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: LIMIT_MS, interval: 20 });
}
