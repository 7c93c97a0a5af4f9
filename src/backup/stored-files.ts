import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { keysOf, photoKey } from '../photos/keys.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { otherKeys, photoHashes, photoIds } from './backup-repository.ts';
import { FILES } from './contents.ts';
import type { FileIndex } from './file-index.ts';

export type StoredFiles = Awaited<ReturnType<typeof openStoredFiles>>;

export async function openStoredFiles(options: {
  dataDir: string;
  archive: ArchiveWriter;
  index: FileIndex;
}) {
  const { dataDir, archive, index } = options;
  const storage = await openStorage({ storageUrl: undefined, dataDir });

  /** False when it is not there, such as one that was deleted a moment ago. */
  async function add(key: string): Promise<boolean> {
    const file = await openFile(storage, key);
    if (file === undefined) return false;
    try {
      const { size: bytes } = await file.stat();
      const name = FILES + key;
      index.add({ name, bytes, sha256: await archive.addFile(name, file, bytes) });
      return true;
    } finally {
      await file.close();
    }
  }

  return {
    /** All that lie there now. */
    async addAll(onFile: () => Promise<void>): Promise<void> {
      for await (const { key } of storage.list('')) {
        await add(key);
        await onFile();
      }
    },

    /** Those that the copied database names and that came after they were listed. Which photos have no file. */
    async addLate(copy: DatabaseSync): Promise<string[]> {
      const withoutFile: string[] = [];
      for (const photoId of photoIds(copy)) {
        for (const key of keysOf(photoId)) {
          const isThere = index.has(FILES + key) || (await add(key));
          if (!isThere && key === photoKey(photoId)) withoutFile.push(photoId);
        }
      }
      for (const key of otherKeys(copy)) {
        if (!index.has(FILES + key)) await add(key);
      }
      return withoutFile;
    },

    /** How many photos have a file that is not what was received. */
    countDamaged(copy: DatabaseSync): number {
      let damaged = 0;
      for (const { id, sha256 } of photoHashes(copy)) {
        const stored = index.find(FILES + photoKey(id));
        if (stored !== undefined && stored.sha256 !== sha256) damaged += 1;
      }
      return damaged;
    },
  };
}

async function openFile(storage: Storage, key: string) {
  const path = storage.localPath(key);
  if (path === undefined) return undefined;
  return open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
