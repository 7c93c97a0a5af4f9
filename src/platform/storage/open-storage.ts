import { join } from 'node:path';
import type { Log } from '../log.ts';
import type { S3Limits } from './s3-client.ts';
import type { Storage } from './storage.ts';
import { DEFAULT_STORAGE_VERIFY, parseStorageUrl, type StorageVerify } from './storage-url.ts';

export async function openStorage(options: {
  storageUrl: string | undefined;
  dataDir: string;
  /** Concerns S3 only: a disk reports its own failures. */
  storageVerify?: StorageVerify | undefined;
  log?: Log | undefined;
  s3Limits?: Partial<S3Limits>;
}): Promise<Storage> {
  const defaultFolder = join(options.dataDir, 'photos');
  const settings =
    options.storageUrl === undefined
      ? { kind: 'disk' as const, folder: defaultFolder }
      : parseStorageUrl(options.storageUrl);
  if (settings.kind === 'invalid') throw new Error(`STORAGE_URL: ${settings.fault}`);
  if (settings.kind === 'disk') {
    const { openDiskStorage } = await import('./disk.ts');
    return openDiskStorage(settings.folder);
  }
  const { openS3Storage } = await import('./s3.ts');
  return openS3Storage({
    settings,
    folder: defaultFolder,
    verify: options.storageVerify ?? DEFAULT_STORAGE_VERIFY,
    log: options.log,
    limits: options.s3Limits ?? {},
  });
}
