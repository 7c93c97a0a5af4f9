import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Several times what a run has there at its fullest. */
const ROOM_BYTES = 6 * 2 ** 30;

/**
 * A folder for the temporary files of a test run: in memory where there is room, because the tests create and delete
 * hundreds of thousands of files, on the disk otherwise. `TMPDIR` decides when it is set.
 */
export function createTemporaryFolder(): string {
  const inMemory = process.env.TMPDIR === undefined && hasRoom() ? create(MEMORY) : undefined;
  if (inMemory !== undefined) {
    if (canRunPrograms(inMemory)) return inMemory;
    rmSync(inMemory, { recursive: true, force: true });
  }
  return create(tmpdir());
}

function create(parent: string): string {
  return realpathSync(mkdtempSync(join(parent, 'shutterpost-test-')));
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) >= ROOM_BYTES;
}

/** PostgreSQL runs from a copy there; in many containers nothing may run from memory. */
function canRunPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
