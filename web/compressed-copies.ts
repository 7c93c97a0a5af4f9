import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Compressed once here instead of at every request. */
export function compressedCopies(folder: string): Plugin {
  return {
    name: 'compressed-copies',
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(?:js|css|json|wasm)$/.test(name)) continue;
        const body = readFileSync(join(folder, name));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(body, { level: 9 }));
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(body, { params: paramsFor(name) }));
      }
    },
  };
}

/** WebAssembly is megabytes: the last tenth of its size would take half a minute of the first start. */
function paramsFor(name: string): Record<number, number> {
  if (!name.endsWith('.wasm')) return {};
  return { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 24 };
}
