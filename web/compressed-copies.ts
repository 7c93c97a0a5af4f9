import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Compressed once here instead of at every request. */
export function compressedCopies(folder: string): Plugin {
  return {
    name: 'compressed-copies',
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(?:js|css|json)$/.test(name)) continue;
        const body = readFileSync(join(folder, name));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(body, { level: 9 }));
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(body));
      }
    },
  };
}
