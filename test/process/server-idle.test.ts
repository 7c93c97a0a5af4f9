import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useFolderForEach } from '../helpers/hooks.ts';
import { PROJECT_ROOT, runProcess } from '../helpers/process/child-process.ts';
import { HEAVY_BUILTINS, watchBuiltins } from '../helpers/process/loaded-builtins.ts';
import { startServer } from '../helpers/process/server-process.ts';

const folder = useFolderForEach();

/** What of Node itself a server has loaded by its end, when no one called it but to see that it is there. */
async function builtinsOfOneLife(): Promise<string[]> {
  const { env, read } = watchBuiltins(folder);
  // A cache of this test's own, or the first start would find what an earlier run compiled.
  const cache = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const server = await startServer({ DATA_DIR: join(folder, 'data'), ...cache, ...env });
  const { code } = await server.stop();
  expect(code).toBe(0);
  return read();
}

it('should start without the parts of Node that are heavy and not needed', async () => {
  // They are called so in this Node.
  const { env, read } = watchBuiltins(folder);
  writeFileSync(join(folder, 'typed.ts'), 'export const socket: unknown = WebSocket;');
  await runProcess(process.execPath, [join(folder, 'typed.ts')], env);
  expect(read()).toEqual(expect.arrayContaining(HEAVY_BUILTINS));

  const loaded = await builtinsOfOneLife();
  expect(loaded).toContain('NativeModule http');
  expect(HEAVY_BUILTINS.filter((name) => loaded.includes(name))).toEqual([]);
});

it('should load no package at once that has files of its own, such as the fonts of reports', () => {
  const linked = join(PROJECT_ROOT, 'dist', 'linked');
  const packages = new Set<string>();
  const parts = ['./server.js'];
  // It grows while it is gone through.
  for (const part of parts)
    for (const [, name = ''] of readFileSync(join(linked, part), 'utf8').matchAll(
      /^import .*?"([^"]+)";$/gm,
    )) {
      if (!name.startsWith('./')) packages.add(name);
      else if (!parts.includes(name)) parts.push(name);
    }
  expect(packages).toContain('node:path');
  expect([...packages].filter((name) => !name.startsWith('node:'))).toEqual([]);
});

describe('the cache of compiled code', () => {
  /** Where a program of the project keeps it that was started in another folder. */
  async function cacheFolder(given: string[]): Promise<string> {
    const module = JSON.stringify(join(PROJECT_ROOT, 'src', 'compile-cache.js'));
    const program = `import ${module}; import { getCompileCacheDir } from 'node:module';
      process.stdout.write(getCompileCacheDir());`;
    const node = [process.execPath, '--input-type=module', '--eval', program];
    const { stdout } = await runProcess(
      'env',
      ['-u', 'NODE_COMPILE_CACHE', ...given, ...node],
      {},
      { cwd: folder },
    );
    return join(stdout, '..');
  }

  it.each([
    ['when nothing is set', []],
    ['when NODE_COMPILE_CACHE is empty', ['NODE_COMPILE_CACHE=']],
  ])('should be in the project’s packages %s', async (_when, given) => {
    expect(await cacheFolder(given)).toBe(join(PROJECT_ROOT, 'node_modules', '.cache', 'shutterpost'));
  });

  it('should be where NODE_COMPILE_CACHE says', async () => {
    expect(await cacheFolder(['NODE_COMPILE_CACHE=compiled'])).toBe(join(folder, 'compiled'));
  });
});
