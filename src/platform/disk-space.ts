import { statfs } from 'node:fs/promises';

/** Nearly full: less than a twentieth is free, and less than this. */
const LITTLE_BYTES = 1024 ** 3;
const LITTLE_SHARE = 0.05;

/** Rejects when one of the folders is on a disk that is nearly full. */
export async function checkDiskSpace(folders: string[]): Promise<void> {
  for (const folder of folders) {
    const { bavail, blocks, bsize } = await statfs(folder);
    const free = bavail * bsize;
    if (free < Math.min(LITTLE_BYTES, blocks * bsize * LITTLE_SHARE)) {
      throw new Error(`${folder}: ${Math.round(free / 1024 ** 2)} MB left on the disk`);
    }
  }
}
