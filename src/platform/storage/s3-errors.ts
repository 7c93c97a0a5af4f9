import { FileChangedError, RangeNotSatisfiableError, StorageUnavailableError } from './storage.ts';

/** What servers call a body that does not match its checksum. */
const CHECKSUM_REFUSALS = new Set(['BadDigest', 'XAmzContentSHA256Mismatch', 'XAmzContentChecksumMismatch']);

interface S3Failure {
  name?: string;
  $metadata?: { httpStatusCode?: number };
}

/** Whatever the server refuses (a wrong secret, a missing bucket) makes the storage unusable, as its silence does. */
export async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isOurs =
      error instanceof FileChangedError ||
      error instanceof RangeNotSatisfiableError ||
      error instanceof TypeError;
    throw isOurs ? error : new StorageUnavailableError(error);
  }
}

export function refusedAsChanged(key: string): (error: unknown) => never {
  return (error) => {
    throw CHECKSUM_REFUSALS.has((error as S3Failure).name ?? '') ? new FileChangedError(key, error) : error;
  };
}

export function isAbsent(error: unknown): boolean {
  const { name } = error as S3Failure;
  return name === 'NoSuchKey' || name === 'NotFound';
}

export function isOutOfRange(error: unknown): boolean {
  return (error as S3Failure).name === 'InvalidRange' || statusOf(error) === 416;
}

/** Not worth it: what the server understood and refused. */
export function isWorthAnotherAttempt(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status >= 500 || status === 408 || status === 429;
}

function statusOf(error: unknown): number | undefined {
  return (error as S3Failure).$metadata?.httpStatusCode;
}
