import { readdirSync, statSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { openStorage } from '../../../src/platform/storage/open-storage.ts';
import type { Storage } from '../../../src/platform/storage/storage.ts';

const DISK_BYTES = 1024 * 1024;
const FILE_BYTES = 100_000;

/** Fills the disk behind a folder, and reports what the storage said and what it kept. */
async function main(folder: string, simulated: boolean): Promise<void> {
  if (simulated) await simulateTinyDisk(folder);
  const storage = await openStorage({ storageUrl: undefined, dataDir: folder });
  const { stored, error } = await fill(storage);
  const report = {
    stored,
    error: describe(error),
    ping: await storage.ping().then(() => 'succeeded', describe),
    temporaries: readdirSync(storage.temporaryFolder),
    intact: await countIntact(storage),
    afterDelete: await storage
      .delete('photos/p0')
      .then(() => storage.putBytes('photos/again', new Uint8Array(FILE_BYTES).fill(7), 'image/jpeg'))
      .then(() => 'succeeded', describe),
  };
  writeSync(1, JSON.stringify(report));
}

async function fill(storage: Storage): Promise<{ stored: number; error: unknown }> {
  for (let stored = 0; ; stored++) {
    try {
      await storage.putBytes(`photos/p${stored}`, new Uint8Array(FILE_BYTES).fill(7), 'image/jpeg');
    } catch (error) {
      // The rest is taken by small files, so that nothing at all fits any more.
      await fillGaps(storage);
      return { stored, error };
    }
  }
}

async function fillGaps(storage: Storage): Promise<void> {
  try {
    for (let i = 0; ; i++) await storage.putBytes(`gaps/g${i}`, new Uint8Array(4096), 'image/jpeg');
  } catch {
    return;
  }
}

async function countIntact(storage: Storage): Promise<number> {
  let intact = 0;
  for await (const { key } of storage.list('photos/')) {
    const opened = await storage.open(key);
    const bytes = opened === undefined ? [] : await buffer(opened.stream);
    if (bytes.length === FILE_BYTES && bytes.every((byte) => byte === 7)) intact++;
  }
  return intact;
}

function describe(error: unknown): string {
  const { name, cause } = error as Error;
  return `${name}: ${(cause as NodeJS.ErrnoException | undefined)?.code}`;
}

/** For machines where no small file system can be mounted: writing fails as soon as the files are too much. */
async function simulateTinyDisk(folder: string): Promise<void> {
  const handle = await open(folder);
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  await handle.close();
  const { writeFile } = prototype;
  prototype.writeFile = async function (this: FileHandle, data: unknown) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    const used = files.reduce((sum, file) => sum + statSync(`${file.parentPath}/${file.name}`).size, 0);
    if (used + (data as Uint8Array).byteLength > DISK_BYTES) {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }
    return Reflect.apply(writeFile, this, [data]);
  };
}

await main(String(process.argv[2]), process.argv[3] === 'simulated');
