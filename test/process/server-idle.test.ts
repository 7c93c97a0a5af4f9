import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HEAVY_BUILTINS, watchBuiltins } from '../helpers/loaded-builtins.ts';
import { startServer } from '../helpers/server-process.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shutterpost-idle-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What of Node itself a server has loaded by its end, when nobody called it but to see that it is there. */
async function builtinsOfOneLife(): Promise<string[]> {
  const { env, read } = watchBuiltins(folder);
  // The cache of compiled code is where it is by default.
  const cache = { NODE_COMPILE_CACHE: '', TMPDIR: folder };
  const server = await startServer({ DATA_DIR: join(folder, 'data'), ...cache, ...env });
  const { code } = await server.stop();
  expect(code).toBe(0);
  return read();
}

it('should start again without the parts of Node that are heavy and not needed', async () => {
  // They are called so in this Node: the first start has to strip types.
  expect(await builtinsOfOneLife()).toContain(HEAVY_BUILTINS[0]);
  const loaded = await builtinsOfOneLife();
  expect(loaded).toContain('NativeModule http');
  expect(HEAVY_BUILTINS.filter((name) => loaded.includes(name))).toEqual([]);
});
