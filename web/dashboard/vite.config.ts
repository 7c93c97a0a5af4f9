import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedCopies } from '../compressed-copies.ts';
import { QUIET } from '../quiet-build.ts';

const ROOT = import.meta.dirname;
const OUT = join(ROOT, '../dist/app');

export default defineConfig({
  root: ROOT,
  base: '/app/',
  publicDir: false,
  plugins: [react(), compressedCopies(join(OUT, 'assets'))],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: ['es2022', 'safari16', 'chrome107', 'firefox104'],
    modulePreload: { polyfill: false },
    // React, Mantine and the router together; what arrives is a quarter of it.
    chunkSizeWarningLimit: 700,
    // An inlined picture would need a wider content security policy.
    assetsInlineLimit: 0,
    rollupOptions: { ...QUIET, input: join(ROOT, 'main.tsx') },
  },
});
