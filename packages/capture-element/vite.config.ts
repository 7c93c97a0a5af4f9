import { join } from 'node:path';
import { defineConfig } from 'vite';

/** For npm. The server builds and serves the same element with its pages (`web/vite.config.ts`). */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: ['es2022', 'safari16.4', 'chrome100', 'firefox101'],
    minify: true,
    lib: {
      entry: {
        index: join(import.meta.dirname, 'src/index.ts'),
        react: join(import.meta.dirname, 'src/react.ts'),
      },
      formats: ['es'],
    },
    rollupOptions: { external: ['react'] },
  },
});
