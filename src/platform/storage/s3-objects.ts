import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Log } from '../log.ts';
import { checkedStream } from './checked-stream.ts';
import { contentDisposition } from './content-disposition.ts';
import { checkKey, checkPrefix, isKey } from './keys.ts';
import type { S3Limits } from './s3-client.ts';
import { isAbsent, isOutOfRange, refusedAsChanged, translated } from './s3-errors.ts';
import { writeObject } from './s3-write.ts';
import {
  type ByteRange,
  type PresignOptions,
  RangeNotSatisfiableError,
  type StoredFile,
  type TemporaryFile,
} from './storage.ts';
import type { StorageVerify } from './storage-url.ts';

const CHUNK_BYTES = 256 * 1024;

export interface Connection {
  client: S3Client;
  bucket: string;
  /** In front of every key: empty, or ending with a slash. */
  prefix: string;
  limits: S3Limits;
  verify: StorageVerify;
  log: Log | undefined;
}

function addressOf({ bucket, prefix }: Connection, key: string): { Bucket: string; Key: string } {
  return { Bucket: bucket, Key: prefix + checkKey(key) };
}

export async function putFile(connection: Connection, key: string, file: TemporaryFile) {
  await writeObject(connection, {
    ...addressOf(connection, key),
    bytes: file.bytes,
    sha256Hex: file.sha256Hex,
    contentType: 'image/jpeg',
    content: () => createReadStream(file.path, { highWaterMark: CHUNK_BYTES }),
  }).catch(refusedAsChanged(key));
}

export async function putBytes(connection: Connection, key: string, bytes: Uint8Array, contentType: string) {
  await writeObject(connection, {
    ...addressOf(connection, key),
    bytes: bytes.byteLength,
    sha256Hex: createHash('sha256').update(bytes).digest('hex'),
    contentType,
    content: () => Readable.from([bytes], { objectMode: false }),
  }).catch(refusedAsChanged(key));
}

export async function openObject(connection: Connection, key: string, range: ByteRange | undefined) {
  const address = addressOf(connection, key);
  if (range !== undefined && range.end < range.start) throw new RangeNotSatisfiableError(key, range);
  const Range = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` };
  try {
    const found = await connection.client.send(new GetObjectCommand({ ...address, ...Range }));
    return opened(found, range);
  } catch (error) {
    if (range !== undefined && isOutOfRange(error)) throw new RangeNotSatisfiableError(key, range);
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Not every server heeds every range, and the wrong part of a photo would be taken for the right one. */
function opened(found: GetObjectCommandOutput, range: ByteRange | undefined) {
  const stream = found.Body as Readable;
  const bytes = Number(range === undefined ? found.ContentLength : found.ContentRange?.split('/')[1]);
  if (
    range === undefined ||
    found.ContentRange === `bytes ${range.start}-${Math.min(range.end, bytes - 1)}/${bytes}`
  ) {
    return { stream: checkedStream(stream, bytes, range), bytes };
  }
  stream.on('error', () => {}).destroy();
  throw new Error('the server returned a different part of the file than requested');
}

export async function sizeOfObject(connection: Connection, key: string): Promise<number | undefined> {
  const address = addressOf(connection, key);
  try {
    return (await connection.client.send(new HeadObjectCommand(address))).ContentLength;
  } catch (error) {
    if (!isAbsent(error)) throw error;
    // A response to HEAD has no body: a missing bucket looks like a missing file.
    await headBucket(connection);
    return undefined;
  }
}

export async function deleteObject(connection: Connection, key: string): Promise<void> {
  await connection.client.send(new DeleteObjectCommand(addressOf(connection, key)));
}

/** False when there is nothing to move. The original is deleted only when the copy is known to be there. */
export async function moveObject(connection: Connection, from: string, to: string): Promise<boolean> {
  const [source, target] = [addressOf(connection, from), addressOf(connection, to)];
  const bytes = await sizeOfObject(connection, from);
  if (bytes === undefined || from === to) return bytes !== undefined;
  try {
    await connection.client.send(
      new CopyObjectCommand({ ...target, CopySource: `${source.Bucket}/${source.Key}` }),
    );
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
  if ((await sizeOfObject(connection, to)) !== bytes) {
    throw new Error(`the server acknowledged the copy ${to} but does not have it`);
  }
  await deleteObject(connection, from);
  return true;
}

/** One page in memory at a time. What others have put into the bucket is passed over. */
export async function* listObjects(connection: Connection, start: string): AsyncGenerator<StoredFile> {
  const { client, bucket, prefix, limits } = connection;
  const request = { Bucket: bucket, Prefix: prefix + checkPrefix(start), MaxKeys: limits.listPage };
  let next: { ContinuationToken: string } | undefined;
  do {
    const page = await translated(() => client.send(new ListObjectsV2Command({ ...request, ...next })));
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
      const key = Key.slice(prefix.length);
      // Without a time it may be on its way at this moment, and must not be taken for a file that was left behind.
      if (isKey(key)) yield { key, bytes: Size, modifiedAt: LastModified?.getTime() ?? Date.now() };
    }
    const token = page.IsTruncated ? page.NextContinuationToken : undefined;
    next = token === undefined ? undefined : { ContinuationToken: token };
  } while (next !== undefined);
}

export function presignObject(connection: Connection, key: string, options: PresignOptions): Promise<string> {
  const command = new GetObjectCommand({
    ...addressOf(connection, key),
    ResponseContentType: options.contentType,
    ResponseContentDisposition: contentDisposition(options.disposition ?? 'attachment', options.downloadName),
  });
  return getSignedUrl(connection.client, command, { expiresIn: options.expiresInSeconds });
}

export async function headBucket({ client, bucket, limits }: Connection): Promise<void> {
  const abortSignal = AbortSignal.timeout(limits.pingMs);
  await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal });
}
