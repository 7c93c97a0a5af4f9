import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkedStream } from './checked-stream.ts';
import { isSystemError, translated } from './disk-errors.ts';
import { pathOfKey } from './disk-layout.ts';
import { listDisk } from './disk-list.ts';
import { createDurableFolders, makeDurably, syncFolder } from './durable-folders.ts';
import { someAtATime } from './some-at-a-time.ts';
import {
  type ByteRange,
  RangeNotSatisfiableError,
  type Storage,
  StorageUnavailableError,
} from './storage.ts';
import { clearAbandoned, TEMPORARY_FOLDER_NAME, takeOver, writeTemporary } from './temporaries.ts';

/** Half of Node's threads for files: the other half is for those who wait for theirs. */
const AT_ONCE = 2;
const READ_CHUNK_BYTES = 256 * 1024;
/** Enough to need a block of its own: an empty file can still be created on a full disk. */
const PING_BYTES = 4096;

export async function openDiskStorage(folder: string): Promise<Storage> {
  const { root, temporaryFolder } = await translated(() => prepareFolders(folder));
  const files = diskFiles(root, temporaryFolder);

  return {
    kind: 'disk',
    temporaryFolder,
    put: (key, file) =>
      translated(() =>
        takeOver({ folder: temporaryFolder, key, file }, async (handle) => {
          // In this order the file system commits the name with the bytes, once instead of twice. After a power cut in between
          // there is a file that nothing refers to.
          await files.place(file.path, files.pathOf(key), handle);
        }),
      ),
    putBytes: (key, bytes) => translated(() => files.write(files.pathOf(key), bytes)),
    open: (key, range) => translated(() => openFile(files, key, range)),
    size: (key) => translated(() => files.size(key)),
    localPath: (key) => files.pathOf(key),
    sizes: (keys) => translated(() => sizesOf(files, keys)),
    delete: (key) => translated(() => files.delete(key)),
    deleteAll: (keys) => deleteAll(files, keys),
    list: (prefix) => listDisk({ root, prefix, checkPresence: files.checkPresence }),
    move: (from, to) => translated(() => moveFile(files, from, to)),
    presign: async () => undefined,
    ping: () =>
      translated(async () => {
        await rm(await writeTemporary(temporaryFolder, new Uint8Array(PING_BYTES)), { force: true });
      }),
    clearAbandonedTemporaries: (olderThanMs) =>
      translated(() => clearAbandoned(temporaryFolder, olderThanMs)),
    close: async () => {},
  };
}

async function prepareFolders(folder: string): Promise<{ root: string; temporaryFolder: string }> {
  await makeDurably(folder);
  const root = await realpath(folder);
  const temporaryFolder = join(root, TEMPORARY_FOLDER_NAME);
  await makeDurably(temporaryFolder);
  if ((await stat(root)).dev !== (await stat(temporaryFolder)).dev) {
    throw new Error(`${temporaryFolder} must be on the same file system as ${root}`);
  }
  return { root, temporaryFolder };
}

type DiskFiles = ReturnType<typeof diskFiles>;

function diskFiles(root: string, temporaryFolder: string) {
  const pathOf = (key: string) => join(root, pathOfKey(key));

  /** A disk that is not mounted looks like one without files: then nothing may be called absent, or even deleted. */
  const checkPresence = async () => {
    await stat(temporaryFolder);
  };
  const absent = async (error: unknown): Promise<undefined> => {
    if (!isSystemError(error) || error.code !== 'ENOENT') throw error;
    await checkPresence();
  };

  /** The path of a file that may be there; a link in the way to it would lead out of the storage. */
  const find = async (key: string): Promise<string | undefined> => {
    const path = pathOf(key);
    const folder = dirname(path);
    const actual = await realpath(folder).catch(absent);
    if (actual === undefined) return undefined;
    if (actual !== folder) throw new StorageUnavailableError(new Error(`${folder} points to ${actual}`));
    return path;
  };

  const size = async (key: string): Promise<number | undefined> => {
    const path = await find(key);
    const found = path === undefined ? undefined : await lstat(path).catch(absent);
    if (found === undefined) return undefined;
    if (!found.isFile()) throw new StorageUnavailableError(new Error(`${path} is not a file`));
    return found.size;
  };

  const deleteFile = async (key: string): Promise<void> => {
    const path = await find(key);
    if (path !== undefined) await unlink(path).catch(absent);
  };

  return {
    pathOf,
    checkPresence,
    absent,
    find,
    size,
    delete: deleteFile,
    ...durableWrites(root, temporaryFolder),
  };
}

async function sizesOf(files: DiskFiles, keys: string[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  await someAtATime(keys, AT_ONCE, async (key) => {
    const size = await files.size(key);
    if (size !== undefined) sizes.set(key, size);
  });
  return sizes;
}

async function deleteAll(files: DiskFiles, keys: string[]): Promise<Map<string, unknown>> {
  const failed = new Map<string, unknown>();
  await someAtATime(keys, AT_ONCE, async (key) => {
    await translated(() => files.delete(key)).catch((error) => failed.set(key, error));
  });
  return failed;
}

function durableWrites(root: string, temporaryFolder: string) {
  const folders = createDurableFolders(root);

  const place = async (from: string, target: string, unsynced?: FileHandle) => {
    const folder = dirname(target);
    await folders.make(folder);
    try {
      await rename(from, target);
    } catch (error) {
      // Someone may have tidied up empty folders.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      folders.clear();
      await folders.make(folder);
      await rename(from, target);
    }
    await unsynced?.sync();
    await syncFolder(folder);
    await folders.settle(folder);
  };

  const write = async (target: string, bytes: Uint8Array) => {
    const path = await writeTemporary(temporaryFolder, bytes);
    try {
      await place(path, target);
    } catch (error) {
      await rm(path, { force: true }).catch(() => {});
      throw error;
    }
  };

  return { place, write };
}

async function openFile(files: DiskFiles, key: string, range: ByteRange | undefined) {
  const path = await files.find(key);
  if (path === undefined) return undefined;
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(files.absent);
  if (handle === undefined) return undefined;
  try {
    const { size } = await handle.stat();
    if (range !== undefined && (range.start >= size || range.end < range.start)) {
      throw new RangeNotSatisfiableError(key, range);
    }
    const stream = handle.createReadStream({ start: 0, ...range, highWaterMark: READ_CHUNK_BYTES });
    return { stream: checkedStream(stream, size, range), bytes: size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function moveFile(files: DiskFiles, from: string, to: string): Promise<boolean> {
  const target = files.pathOf(to);
  if ((await files.size(from)) === undefined) return false;
  const source = files.pathOf(from);
  await files.place(source, target);
  await syncFolder(dirname(source));
  return true;
}
