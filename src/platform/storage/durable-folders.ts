import { lstat, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

const MAX_REMEMBERED = 20_000;

/**
 * A folder that someone else is making at this moment is waited for, and one found on disk is synced once: its maker
 * may have died before it was durable.
 */
export function createDurableFolders(root: string) {
  const remembered = new Map<string, Promise<void>>([[root, Promise.resolve()]]);

  /** Makes the folder if need be; resolves when it would still be there after a power cut. */
  const ready = (folder: string): Promise<void> => {
    const known = remembered.get(folder);
    if (known !== undefined) return known;
    if (remembered.size >= MAX_REMEMBERED) forget();
    const making = make(folder);
    remembered.set(folder, making);
    making.catch(() => remembered.delete(folder));
    return making;
  };
  const make = async (folder: string) => {
    await ready(dirname(folder));
    await mkdir(folder, { mode: 0o700 }).catch(async (error) => {
      if (error.code !== 'EEXIST') throw error;
      if ((await lstat(folder)).isDirectory()) return;
      throw Object.assign(new Error(`${folder} is not a folder`), { code: 'ENOTDIR' });
    });
    await syncFolder(dirname(folder));
  };
  const forget = () => {
    remembered.clear();
    remembered.set(root, Promise.resolve());
  };
  return { ready, forget };
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the folder with all above it, durably. */
export async function makeDurably(folder: string): Promise<void> {
  const highest = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (highest === undefined) return;
  for (let made = folder; made.length >= highest.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}
