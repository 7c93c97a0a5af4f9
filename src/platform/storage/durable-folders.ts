import { lstat, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

const MAX_REMEMBERED = 20_000;

/** Each folder is created once, and synced once: whoever created one that is found on the disk may have died before that. */
export function createDurableFolders(root: string) {
  const created = new Map<string, Promise<void>>();
  const settled = new Map<string, Promise<void>>();

  /** Creates the folder if need be, with all above it. */
  const make = (folder: string) =>
    onceFor(created, folder, async () => {
      await make(dirname(folder));
      await mkdir(folder, { mode: 0o700 }).catch(async (error) => {
        if (error.code !== 'EEXIST') throw error;
        if ((await lstat(folder)).isDirectory()) return;
        throw Object.assign(new Error(`${folder} is not a folder`), { code: 'ENOTDIR' });
      });
    });

  /**
   * Resolves when a folder that was created would still be there after a power cut. Best called when what is in it was synced: a
   * file system that commits everything at once has nothing left to do then.
   */
  const settle = (folder: string) =>
    onceFor(settled, folder, async () => {
      await settle(dirname(folder));
      await syncFolder(dirname(folder));
    });

  /** Whoever wants the same at this moment waits for the same; a failure is not remembered. */
  const onceFor = (known: typeof created, folder: string, work: () => Promise<void>): Promise<void> => {
    if (folder === root) return Promise.resolve();
    const earlier = known.get(folder);
    if (earlier !== undefined) return earlier;
    if (known.size >= MAX_REMEMBERED) clear();
    const working = work();
    known.set(folder, working);
    working.catch(() => known.delete(folder));
    return working;
  };
  const clear = () => {
    created.clear();
    settled.clear();
  };
  return { make, settle, clear };
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates the folder with all above it, durably. */
export async function makeDurably(folder: string): Promise<void> {
  const highest = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (highest === undefined) return;
  for (let created = folder; created.length >= highest.length; created = dirname(created)) {
    await syncFolder(dirname(created));
  }
}
