import { DeleteObjectsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { checkKey } from './keys.ts';
import { isWorthAnotherAttempt } from './s3-errors.ts';
import { type Connection, deleteObject, sizeOfObject } from './s3-objects.ts';
import { someAtATime } from './some-at-a-time.ts';

/** What the protocol allows in one call. */
const DELETED_AT_ONCE = 1_000;
const AT_ONCE = 8;
/** Beyond that there is too much between the keys that no one asked for. */
const PAGES = 4;

/**
 * By a stretch of the bucket's list, which tells of a thousand objects in one call. It is only believed where it says that
 * something is there: whatever it does not tell of is asked for by itself.
 */
export async function sizesOfObjects(connection: Connection, keys: string[]): Promise<Map<string, number>> {
  const sizes = await listedSizes(connection, keys.map(checkKey).toSorted());
  await someAtATime(
    keys.filter((key) => !sizes.has(key)),
    AT_ONCE,
    async (key) => {
      const size = await sizeOfObject(connection, key);
      if (size !== undefined) sizes.set(key, size);
    },
  );
  return sizes;
}

async function listedSizes(connection: Connection, sorted: string[]): Promise<Map<string, number>> {
  const { client, bucket, prefix, limits } = connection;
  const sizes = new Map<string, number>();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return sizes;
  const wanted = new Set(sorted);
  // Without its last letter the first key stands in front of itself.
  const request = { Bucket: bucket, Prefix: prefix, MaxKeys: limits.listPage };
  let after = prefix + first.slice(0, -1);
  for (let pages = 0; pages < PAGES; pages++) {
    const page = await client.send(new ListObjectsV2Command({ ...request, StartAfter: after }));
    for (const { Key = '', Size } of page.Contents ?? []) {
      const key = Key.slice(prefix.length);
      if (wanted.has(key) && Size !== undefined) sizes.set(key, Size);
      after = Key;
    }
    if (page.IsTruncated !== true || after >= prefix + last) break;
  }
  return sizes;
}

/** Those that could not be deleted, and why. */
export async function deleteObjects(connection: Connection, keys: string[]): Promise<Map<string, unknown>> {
  const failed = new Map<string, unknown>();
  for (let at = 0; at < keys.length; at += DELETED_AT_ONCE) {
    const some = keys.slice(at, at + DELETED_AT_ONCE).map(checkKey);
    for (const [key, reason] of await deleteTogether(connection, some)) failed.set(key, reason);
  }
  return failed;
}

async function deleteTogether(connection: Connection, keys: string[]): Promise<Map<string, unknown>> {
  const { client, bucket, prefix } = connection;
  const failed = new Map<string, unknown>();
  try {
    const Delete = { Quiet: true, Objects: keys.map((key) => ({ Key: prefix + key })) };
    const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete }));
    for (const { Key = '', Code, Message } of Errors) {
      if (Code !== 'NoSuchKey') failed.set(Key.slice(prefix.length), new Error(`${Code}: ${Message}`));
    }
  } catch (error) {
    if (isWorthAnotherAttempt(error)) throw error;
    // Not every server knows this call, or the checksum that goes with it.
    await someAtATime(keys, AT_ONCE, async (key) => {
      await deleteObject(connection, key).catch((reason) => failed.set(key, reason));
    });
  }
  return failed;
}
