import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { asStorageError, isSystemError } from './disk-errors.ts';
import { keyOfPath, keyStartOfFolder } from './disk-layout.ts';
import { checkPrefix } from './keys.ts';
import type { StoredFile } from './storage.ts';

/** Walks through the folders with one entry in memory at a time; links are not followed. */
export async function* listDisk(options: {
  root: string;
  prefix: string;
  checkPresence: () => Promise<void>;
}): AsyncGenerator<StoredFile> {
  const { root } = options;
  const prefix = checkPrefix(options.prefix);
  try {
    await options.checkPresence();
    yield* walk(root, '', prefix);
  } catch (error) {
    throw asStorageError(error);
  }
}

async function* walk(root: string, folder: string, prefix: string): AsyncGenerator<StoredFile> {
  for await (const entry of await opendir(join(root, folder))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && mayHold(keyStartOfFolder(path), prefix)) {
      yield* walk(root, path, prefix);
    } else if (entry.isFile()) {
      const key = keyOfPath(path);
      const file = key?.startsWith(prefix) ? await describe(join(root, path), key) : undefined;
      if (file !== undefined) yield file;
    }
  }
}

function mayHold(keyStart: string, prefix: string): boolean {
  return !keyStart.startsWith('.') && (keyStart.startsWith(prefix) || prefix.startsWith(keyStart));
}

/** Undefined when it was deleted or moved a moment ago. */
async function describe(path: string, key: string): Promise<StoredFile | undefined> {
  try {
    const { size, mtimeMs } = await lstat(path);
    return { key, bytes: size, modifiedAt: mtimeMs };
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
