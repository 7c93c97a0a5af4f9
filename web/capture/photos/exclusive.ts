/** Longer than this a tab that holds the lock was most likely put to sleep by the system. */
const PATIENCE_MS = 15_000;

/** As much of the browser's LockManager as is needed. */
export interface Locks {
  request(name: string, options: { signal: AbortSignal }, granted: () => Promise<unknown>): Promise<unknown>;
}

/**
 * Two tabs share the photos; the lock keeps them from sending the same one at once. It only saves traffic, since the
 * server takes a photo twice for one, so the work is done also where the lock cannot be had.
 */
export function createExclusive(locks: Locks | undefined) {
  return async <T>(clientId: string, work: () => Promise<T>): Promise<T> => {
    let begun: Promise<T> | null = null;
    const begin = () => {
      begun ??= work();
      return begun;
    };
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), PATIENCE_MS);
    const locked = locks?.request(`shutterpost:${clientId}`, { signal: waiting.signal }, () => {
      clearTimeout(timer);
      return begin();
    });
    // Rejected before the work began: it begins now. Afterwards its own result counts.
    await locked?.catch(() => {});
    clearTimeout(timer);
    return begin();
  };
}
