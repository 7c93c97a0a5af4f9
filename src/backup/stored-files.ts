import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { keysOf, photoKey } from '../photos/keys.ts';
import type { SlotImageRow } from '../platform/db/tables.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { slotImageKey } from '../slot-images/keys.ts';
import type { ArchiveWriter } from './archive-writer.ts';
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
      for (const { id } of copy.prepare('select id from photos order by id').iterate()) {
        const photoId = String(id);
        for (const key of keysOf(photoId)) {
          const isThere = index.has(FILES + key) || (await add(key));
          if (!isThere && key === photoKey(photoId)) withoutFile.push(photoId);
        }
      }
      const logos = copy.prepare('select logo_key from workspaces where logo_key is not null').iterate();
      for (const { logo_key } of logos) {
        if (!index.has(FILES + logo_key)) await add(String(logo_key));
      }
      const slotImages = copy.prepare('select id, purpose from slot_images').iterate();
      for (const row of slotImages) {
        const key = slotImageKey(row as unknown as Pick<SlotImageRow, 'id' | 'purpose'>);
        if (!index.has(FILES + key)) await add(key);
      }
      return withoutFile;
    },

    /** How many photos have a file that is not what was received. */
    countDamaged(copy: DatabaseSync): number {
      let damaged = 0;
      for (const { id, sha256 } of copy.prepare('select id, sha256 from photos').iterate()) {
        const stored = index.find(FILES + photoKey(String(id)));
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
