import type { TestContext } from 'vitest';

/** Which attempt at a test this is, from 0: for what can be used only once, such as an address that is taken after it. */
export function attemptOf({ task }: TestContext): number {
  return task.result?.retryCount ?? 0;
}
