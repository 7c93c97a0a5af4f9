import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Finished, runProcess } from '../../helpers/process/child-process.ts';

const PROGRAM = join(import.meta.dirname, 'full-disk-program.ts');

/** With a file system of one megabyte at the folder, which is gone with the process. */
function runOnTinyDisk(folder: string, command: string[]): Promise<Finished> {
  const script = 'mount -t tmpfs -o size=1m none "$0" && exec "$@"';
  return runProcess('unshare', ['--map-root-user', '--mount', 'sh', '-c', script, folder, ...command]);
}

async function canHaveTinyDisk(folder: string): Promise<boolean> {
  try {
    return (await runOnTinyDisk(folder, ['true'])).code === 0;
  } catch {
    return false;
  }
}

it('should be unavailable on a full disk, keep what it has acknowledged, and work again when there is room', async (test) => {
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-full-disk-'));
  const isReal = await canHaveTinyDisk(folder);
  await test.annotate(
    isReal ? 'on a small file system' : 'simulated: no small file system can be mounted here',
  );
  const run = isReal
    ? await runOnTinyDisk(folder, [process.execPath, PROGRAM, folder])
    : await runProcess(process.execPath, [PROGRAM, folder, 'simulated']);
  rmSync(folder, { recursive: true, force: true });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const { stored, ...report } = JSON.parse(run.stdout);
  expect(stored).toBeGreaterThan(5);
  expect(report).toEqual({
    error: 'StorageUnavailableError: ENOSPC',
    ping: 'StorageUnavailableError: ENOSPC',
    temporaries: [],
    intact: stored,
    afterDelete: 'succeeded',
  });
});
