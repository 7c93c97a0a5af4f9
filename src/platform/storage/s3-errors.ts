import { FileChangedError, StorageUnavailableError } from './storage.ts';

/** What servers call a body that does not match its checksum. */
const CHECKSUM_REFUSALS = new Set(['BadDigest', 'XAmzContentSHA256Mismatch', 'XAmzContentChecksumMismatch']);

interface S3Failure {
  name?: string;
  $metadata?: { httpStatusCode?: number };
}

/** Whatever the server refuses (a wrong secret, a missing bucket) makes the storage unusable, as its silence does. */
export async function translated<T>(key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileChangedError || error instanceof RangeError) throw error;
    if (isChecksumRefusal(error)) throw new FileChangedError(key, error);
    throw new StorageUnavailableError(error);
  }
}

/** For an answer without a body, and so without the name of what is missing, the bucket must be checked. */
export function isAbsent(error: unknown): boolean {
  const { name } = error as S3Failure;
  return name === 'NoSuchKey' || name === 'NotFound';
}

export function isOutOfRange(error: unknown): boolean {
  return statusOf(error) === 416;
}

/** Not worth it: what the server understood and refused. */
export function isWorthAnotherAttempt(error: unknown): boolean {
  if (error instanceof FileChangedError) return false;
  const status = statusOf(error);
  return status === undefined || status >= 500 || status === 408 || status === 429;
}

function isChecksumRefusal(error: unknown): boolean {
  return CHECKSUM_REFUSALS.has((error as S3Failure).name ?? '');
}

function statusOf(error: unknown): number | undefined {
  return (error as S3Failure).$metadata?.httpStatusCode;
}
