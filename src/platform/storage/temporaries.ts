import { randomUUID } from 'node:crypto';
import { type FileHandle, lstat, open, opendir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileChangedError, type TemporaryFile } from './storage.ts';

/** No key begins with a dot, so nothing here is ever listed as stored. */
export const TEMPORARY_FOLDER_NAME = '.incoming';

/** The path of a new file with these bytes, which are on the disk when this resolves. */
export async function writeTemporary(folder: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, randomUUID());
  try {
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return path;
  } catch (error) {
    await rm(path, { force: true }).catch(() => {});
    throw error;
  }
}

/** Hands the opened file to the one who stores it, which moves or deletes it; when that fails it does not stay behind. */
export async function takeOver(
  options: { folder: string; key: string; file: TemporaryFile },
  store: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const { folder, key, file } = options;
  if (dirname(file.path) !== folder) throw new TypeError(`${file.path} is not in the temporary folder`);
  try {
    if (file.handle !== undefined) return await store(file.handle);
    const handle = await open(file.path, 'r+');
    try {
      const found = await handle.stat();
      if (found.size !== file.bytes) throw new FileChangedError(key);
      await store(handle);
    } finally {
      await handle.close();
    }
  } catch (error) {
    await deleteTemporary(file.path);
    throw error;
  }
}

/** If this fails, the file is one of the abandoned. */
export async function deleteTemporary(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => {});
}

export async function clearAbandoned(folder: string, olderThanMs: number): Promise<number> {
  const before = Date.now() - olderThanMs;
  let deleted = 0;
  for await (const entry of await opendir(folder)) {
    if (!entry.isFile()) continue;
    const path = join(folder, entry.name);
    const modifiedAt = await modifiedAtOf(path);
    if (modifiedAt === undefined || modifiedAt >= before) continue;
    await rm(path, { force: true });
    deleted++;
  }
  return deleted;
}

/** Undefined when it was taken over in the meantime. */
async function modifiedAtOf(path: string): Promise<number | undefined> {
  try {
    return (await lstat(path)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
