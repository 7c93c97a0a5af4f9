import { closeSync, fdatasyncSync, openSync, readFileSync, realpathSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './statistics.ts';

/** The type of the file system that a folder is on, such as ext4. */
export function fileSystemOf(folder: string): string {
  const path = realpathSync(folder);
  const mounts = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, at = '']) => path === at || path.startsWith(at.endsWith('/') ? at : `${at}/`));
  const nearest = mounts.toSorted((a, b) => (b[1] ?? '').length - (a[1] ?? '').length)[0];
  return nearest?.[2] ?? 'unknown';
}

/** How long a small append takes to become durable: the floor under every commit. */
export function syncMs(folder: string, times = 100): number {
  const file = join(folder, 'sync-probe');
  const descriptor = openSync(file, 'w');
  const block = Buffer.alloc(4096, 1);
  const durations: number[] = [];
  for (let i = 0; i < times; i++) {
    const started = performance.now();
    writeSync(descriptor, block);
    fdatasyncSync(descriptor);
    durations.push(performance.now() - started);
  }
  closeSync(descriptor);
  rmSync(file);
  return median(durations);
}
