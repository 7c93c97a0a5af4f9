import { randomUUID } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

type Open<T> = () => T | Promise<T>;
type MethodName<T> = { [K in keyof T]: T[K] extends () => unknown ? K : never }[keyof T];
/** Most have a method for it, whose name is enough. */
type Close<T> = MethodName<T> | ((opened: T) => unknown);

/**
 * Opened before the tests of the group in which this stands, and closed after them; what is opened later is closed
 * earlier. The object is filled in by then, so only tests and later hooks can read it.
 */
export function useForAll<T extends object>(open: Open<T>, close?: Close<T>): T {
  const { used, begin, end } = lifetime(open, close);
  beforeAll(begin);
  afterAll(end);
  return used;
}

/** As `useForAll`, but opened and closed around each test. */
export function useForEach<T extends object>(open: Open<T>, close?: Close<T>): T {
  const { used, begin, end } = lifetime(open, close);
  beforeEach(begin);
  afterEach(end);
  return used;
}

function lifetime<T extends object>(open: Open<T>, close?: Close<T>) {
  const used = {} as T;
  let opened: T | undefined;
  return {
    used,
    async begin() {
      opened = await open();
      // With its getters, which go on reading what they read.
      Object.defineProperties(used, Object.getOwnPropertyDescriptors(opened));
    },
    /** When opening failed there is nothing to close, and only that failure is reported. */
    async end() {
      const closing = opened;
      opened = undefined;
      if (closing === undefined || close === undefined) return;
      await (typeof close === 'function' ? close(closing) : (closing[close] as () => unknown).call(closing));
    },
  };
}

/** A folder that is there, and empty, when the tests of the group begin. */
export function useFolderForAll(): string {
  const folder = newFolderName();
  beforeAll(() => void mkdirSync(folder, PRIVATE));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder that is there, and empty, when each test begins. */
export function useFolderForEach(): string {
  const folder = newFolderName();
  beforeEach(() => void mkdirSync(folder, PRIVATE));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const PRIVATE = { mode: 0o700 };

function newFolderName(): string {
  return join(realpathSync(tmpdir()), `shutterpost-test-${randomUUID()}`);
}
