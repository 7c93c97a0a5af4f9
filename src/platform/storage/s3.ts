import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Log } from '../log.ts';
import { contentDisposition } from './content-disposition.ts';
import { translated as translatedDisk } from './disk-errors.ts';
import { makeDurably } from './durable-folders.ts';
import { checkKey, checkPrefix, isKey } from './keys.ts';
import { createS3Client, S3_LIMITS, type S3Limits } from './s3-client.ts';
import { isAbsent, isOutOfRange, translated } from './s3-errors.ts';
import { type S3Write, writeObject } from './s3-write.ts';
import type { ByteRange, PresignOptions, Storage, StoredFile, TemporaryFile } from './storage.ts';
import type { S3Settings } from './storage-url.ts';
import { clearAbandoned, TEMPORARY_FOLDER_NAME, takeOver } from './temporaries.ts';

interface Connection {
  client: S3Client;
  bucket: string;
  prefix: string;
  limits: S3Limits;
  log: Log | undefined;
}

export async function openS3Storage(options: {
  settings: S3Settings;
  /** On this machine, for files on their way. */
  folder: string;
  log: Log | undefined;
  limits: Partial<S3Limits>;
}): Promise<Storage> {
  const { bucket, prefix } = options.settings;
  const limits = { ...S3_LIMITS, ...options.limits };
  const temporaryFolder = await translatedDisk(async () => {
    const folder = join(options.folder, TEMPORARY_FOLDER_NAME);
    await makeDurably(folder);
    return realpath(folder);
  });
  const { client, close } = createS3Client(options.settings, limits);
  const connection: Connection = { client, bucket, prefix, limits, log: options.log };

  return {
    kind: 's3',
    temporaryFolder,
    put: (key, file) => translated(key, () => putFile(connection, temporaryFolder, key, file)),
    putBytes: (key, bytes, contentType) => translated(key, () => putBytes(connection, key, bytes, contentType)),
    open: (key, range) => translated(key, () => openObject(connection, key, range)),
    size: (key) => translated(key, () => sizeOf(connection, key)),
    delete: (key) => translated(key, () => remove(connection, key)),
    list: (prefix) => listObjects(connection, prefix),
    move: (from, to) => translated(from, () => move(connection, from, to)),
    presign: (key, options) => translated(key, () => presign(connection, key, options)),
    ping: () => translated('', () => headBucket(connection)),
    clearAbandonedTemporaries: (olderThanMs) =>
      translatedDisk(() => clearAbandoned(temporaryFolder, olderThanMs)),
    close: async () => close(),
  };
}
