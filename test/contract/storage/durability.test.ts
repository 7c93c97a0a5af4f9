import { existsSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pathOfKey } from '../../../src/platform/storage/disk-layout.ts';
import { openStorage } from '../../../src/platform/storage/open-storage.ts';
import type { Storage } from '../../../src/platform/storage/storage.ts';
import { useFolderForEach } from '../../helpers/hooks.ts';
import { temporaryFile } from './storage-suite.ts';

const KEY = 'photos/photo_01ab.jpg';
const content = new TextEncoder().encode('a photo');

interface Sync {
  inode: number;
  /** Whether the file was at its final place when the sync began. */
  inPlace: boolean;
}

describe('a file that is acknowledged on disk', () => {
  let root: string;
  let target: string;
  let storage: Storage;
  let syncs: Sync[];
  let slownessMs: number;

  const dataDir = useFolderForEach();
  beforeEach(async () => {
    storage = await openStorage({ storageUrl: undefined, dataDir });
    root = dirname(storage.temporaryFolder);
    target = join(root, pathOfKey(KEY));
    syncs = [];
    slownessMs = 0;
    await watchSyncs();
  });
  afterEach(() => void vi.restoreAllMocks());

  /** Notes every fsync at its end, and makes those of the root folder as slow as is wanted. */
  async function watchSyncs() {
    const handle = await open(root);
    const prototype: FileHandle = Object.getPrototypeOf(handle);
    await handle.close();
    const { sync } = prototype;
    vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
      const inode = (await this.stat()).ino;
      const inPlace = existsSync(target);
      await sync.call(this);
      if (slownessMs > 0 && inode === inodeOf(root)) await delay(slownessMs);
      syncs.push({ inode, inPlace });
    });
  }
  const inodeOf = (path: string) => statSync(path).ino;

  it.each(['put', 'putBytes'] as const)('should survive a power cut after %s', async (method) => {
    if (method === 'put') await storage.put(KEY, temporaryFile(storage, content));
    else await storage.putBytes(KEY, content, 'image/jpeg');

    // Nothing refers to a photo before all of it is durable; other files may replace one that someone reads.
    expect(syncs).toContainEqual({ inode: inodeOf(target), inPlace: method === 'put' });
    expect(syncs).toContainEqual({ inode: inodeOf(dirname(target)), inPlace: true });
    // The folders made for it are entries of these.
    const synced = syncs.map(({ inode }) => inode);
    expect(synced).toContain(inodeOf(join(root, 'photos')));
    expect(synced).toContain(inodeOf(root));
  });

  it('should survive a power cut when another file is creating the folder for it', async () => {
    slownessMs = 100;
    const rootWasSynced = () => syncs.some(({ inode }) => inode === inodeOf(root));
    const acknowledged = ['photos/a-ab', 'photos/b-ab', 'photos/c-cd'].map(async (key) => {
      await storage.putBytes(key, content, 'image/jpeg');
      return rootWasSynced();
    });
    expect(await Promise.all(acknowledged)).toEqual([true, true, true]);
  });

  it('should survive a power cut in folders whose maker died', async () => {
    await storage.putBytes(KEY, content, 'image/jpeg');
    syncs = [];
    const next = await openStorage({ storageUrl: undefined, dataDir });
    await next.putBytes('photos/photo_02ab.jpg', content, 'image/jpeg');
    expect(syncs.map(({ inode }) => inode)).toContain(inodeOf(root));
  });

  it('should survive a power cut after it was moved', async () => {
    await storage.putBytes(KEY, content, 'image/jpeg');
    syncs = [];
    await storage.move(KEY, 'quarantine/photo_01cd.jpg');
    const synced = syncs.map(({ inode }) => inode);
    expect(synced).toContain(inodeOf(join(root, dirname(pathOfKey('quarantine/photo_01cd.jpg')))));
    expect(synced).toContain(inodeOf(dirname(target)));
  });
});
