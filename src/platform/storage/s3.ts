import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { translated as translatedDisk } from './disk-errors.ts';
import { makeDurably } from './durable-folders.ts';
import { createS3Client, S3_LIMITS, type S3Limits } from './s3-client.ts';
import { translated } from './s3-errors.ts';
import { deleteObjects, sizesOfObjects } from './s3-many.ts';
import {
  type Connection,
  deleteObject,
  headBucket,
  listObjects,
  moveObject,
  openObject,
  presignObject,
  putBytes,
  putFile,
  sizeOfObject,
} from './s3-objects.ts';
import type { Storage } from './storage.ts';
import type { S3Settings, StorageVerify } from './storage-url.ts';
import { clearAbandoned, deleteTemporary, TEMPORARY_FOLDER_NAME, takeOver } from './temporaries.ts';

export async function openS3Storage(options: {
  settings: S3Settings;
  /** On this machine, for files on their way. */
  folder: string;
  verify: StorageVerify;
  log: Log | undefined;
  limits: Partial<S3Limits>;
}): Promise<Storage> {
  const { bucket, prefix } = options.settings;
  const limits = { ...S3_LIMITS, ...options.limits };
  const temporaryFolder = await translatedDisk(async () => {
    await makeDurably(join(options.folder, TEMPORARY_FOLDER_NAME));
    return join(await realpath(options.folder), TEMPORARY_FOLDER_NAME);
  });
  const client = createS3Client(options.settings, limits);
  const { verify, log } = options;
  const connection: Connection = { client, bucket, prefix, limits, verify, log };

  return {
    kind: 's3',
    temporaryFolder,
    put: (key, file) =>
      translated(() =>
        takeOver({ folder: temporaryFolder, key, file }, async () => {
          await putFile(connection, key, file);
          await deleteTemporary(file.path);
        }),
      ),
    putBytes: (key, bytes, contentType) => translated(() => putBytes(connection, key, bytes, contentType)),
    open: (key, range) => translated(() => openObject(connection, key, range)),
    size: (key) => translated(() => sizeOfObject(connection, key)),
    sizes: (keys) => translated(() => sizesOfObjects(connection, keys)),
    delete: (key) => translated(() => deleteObject(connection, key)),
    deleteAll: (keys) => translated(() => deleteObjects(connection, keys)),
    list: (start) => listObjects(connection, start),
    move: (from, to) => translated(() => moveObject(connection, from, to)),
    localPath: () => undefined,
    presign: (key, wanted) => translated(() => presignObject(connection, key, wanted)),
    ping: () => translated(() => headBucket(connection)),
    clearAbandonedTemporaries: (olderThanMs) =>
      translatedDisk(() => clearAbandoned(temporaryFolder, olderThanMs)),
    close: async () => client.destroy(),
  };
}
