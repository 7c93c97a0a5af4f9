import { join } from 'node:path';
import { defineConfig } from 'vite';
import { compressedCopies } from '../compressed-copies.ts';
import { QUIET } from '../quiet-build.ts';
import { documentation } from './documentation.ts';

const ROOT = import.meta.dirname;
const OUT = join(ROOT, '../dist/docs');

export default defineConfig({
  root: ROOT,
  base: '/docs/',
  publicDir: false,
  plugins: [documentation(join(ROOT, '../../docs')), compressedCopies(join(OUT, 'assets'))],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: ['es2022', 'safari16', 'chrome107', 'firefox104'],
    modulePreload: false,
    rollupOptions: { ...QUIET, input: join(ROOT, 'main.ts') },
  },
});
