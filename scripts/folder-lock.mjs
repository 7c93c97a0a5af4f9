import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Nothing takes that long: by then a number of a dead process may be someone else's. */
const MAX_MS = 30 * 60_000;

let mine;

/**
 * Returns when no one else has the folder, which stays ours until this process ends. Everyone first puts a file of their own into the
 * folder and then looks for others: of two that come at once at least one sees the other, and steps back. A file whose
 * process is gone counts for nothing, so that no one needs to clean up after a crash.
 */
export function lockFolder(folder, onWait) {
  if (mine !== undefined) return;
  const name = `${process.pid}-${randomBytes(4).toString('hex')}-${hostname()}`;
  for (let hasWaited = false; ; hasWaited = true) {
    add(folder, name);
    if (!othersIn(folder, name).some((other) => isAlive(folder, other))) break;
    rmSync(join(folder, name), { force: true });
    if (!hasWaited) onWait();
    // Not all at the same time again.
    sleep(100 + Math.random() * 300);
  }
  mine = name;
  process.on('exit', () => leave(folder, name));
}

function add(folder, name) {
  for (;;) {
    mkdirSync(folder, { recursive: true });
    try {
      writeFileSync(join(folder, name), '');
      return;
    } catch (error) {
      // Whoever left last has removed the folder.
      if (error.code !== 'ENOENT') throw error;
    }
  }
}

function othersIn(folder, name) {
  return readdirSync(folder).filter((other) => other !== name);
}

function isAlive(folder, name) {
  const [pid, , ...host] = name.split('-');
  const isGone = host.join('-') === hostname() && !isRunning(Number(pid));
  const age = Date.now() - (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  if (!isGone && age < MAX_MS) return true;
  rmSync(join(folder, name), { force: true });
  return false;
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, though not ours.
    return error.code === 'EPERM';
  }
}

function leave(folder, name) {
  rmSync(join(folder, name), { force: true });
  try {
    rmdirSync(folder);
  } catch {
    // Someone waits in it.
  }
}

function sleep(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
