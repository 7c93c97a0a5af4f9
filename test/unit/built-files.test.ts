import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readBuild } from '../../src/pages/built-files.ts';
import { useFolderForEach } from '../helpers/hooks.ts';

const folder = useFolderForEach();
const textOf = async (content: unknown) => String(await buffer(content as Readable));

it('should hold what was built, and find WebAssembly gone that another version took the place of', async () => {
  const assets = join(folder, 'assets');
  mkdirSync(assets);
  writeFileSync(join(folder, 'manifest.json'), '{}');
  for (const name of ['main.js', 'reader.wasm']) {
    writeFileSync(join(assets, name), name);
    writeFileSync(join(assets, `${name}.gz`), gzipSync(name));
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(name));
  }
  const { files } = await readBuild(String(folder), '/');
  const [script, reader] = ['/assets/main.js', '/assets/reader.wasm'].map((path) => files.get(path));
  expect(await textOf(await reader?.content(undefined))).toBe('reader.wasm');

  rmSync(assets, { recursive: true });
  expect(await textOf(await script?.content(undefined))).toBe('main.js');
  expect(await script?.content('br')).toEqual(brotliCompressSync('main.js'));
  for (const packing of [undefined, 'br', 'gzip'] as const)
    expect(await reader?.content(packing)).toBeUndefined();
});
