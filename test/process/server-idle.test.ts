import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startServer } from '../helpers/server-process.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shutterpost-idle-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What of Node itself a server has loaded by its end, when nobody called it but to see that it is there. */
async function builtinsOfOneLife(): Promise<string[]> {
  const list = join(folder, 'builtins.json');
  const writeList = `process.on('exit', () => process.getBuiltinModule('node:fs')
    .writeFileSync(${JSON.stringify(list)}, JSON.stringify(process.moduleLoadList)))`;
  const server = await startServer({
    DATA_DIR: join(folder, 'data'),
    // The cache is where it is by default.
    NODE_COMPILE_CACHE: '',
    TMPDIR: folder,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(writeList)}`,
  });
  const { code } = await server.stop();
  expect(code).toBe(0);
  return JSON.parse(readFileSync(list, 'utf8'));
}

it('should start again without what strips types and without an HTTP client, which take 16 MB each', async () => {
  const heavy = ['NativeModule internal/deps/amaro/dist/index', 'NativeModule internal/deps/undici/undici'];
  // The names are those of this Node: the first start has to strip.
  expect(await builtinsOfOneLife()).toContain(heavy[0]);
  const loaded = await builtinsOfOneLife();
  expect(loaded).toContain('NativeModule http');
  expect(heavy.filter((name) => loaded.includes(name))).toEqual([]);
});
