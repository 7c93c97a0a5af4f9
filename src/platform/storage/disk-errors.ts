import { StorageUnavailableError } from './storage.ts';

/** Whatever the operating system refuses here (no space, no right, a broken disk) makes the storage unusable. */
export async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStorageError(error);
  }
}

export function asStorageError(error: unknown): unknown {
  return isSystemError(error) ? new StorageUnavailableError(error) : error;
}

export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && /^E[A-Z0-9]+$/.test(String(error.code));
}
