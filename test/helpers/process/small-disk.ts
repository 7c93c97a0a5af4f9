import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  folder: string;
  /** Leaves so many bytes. */
  fill(leave: number): void;
  clear(): void;
  remove(): void;
}

/** Whether a file system can be mounted here: for that one must be root, and not too locked in. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-disk-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0;
  if (isMounted) execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
  return isMounted;
}

/** A disk of a few megabytes, in memory. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill(leave) {
      const free = Number(
        execFileSync('df', ['--output=avail', '-B1', folder], { encoding: 'utf8' }).split('\n')[1],
      );
      writeFileSync(filler, Buffer.alloc(Math.max(0, free - leave)), { flag: 'a' });
    },
    clear: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
