import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { compressedCopies } from './compressed-copies.ts';
import { lazyParts } from './lazy-parts.ts';
import { QUIET } from './quiet-build.ts';

const ROOT = import.meta.dirname;
/** What its script imports, and no other page does. */
const OF_CAMERA_PAGE =
  /preact|preload-helper|web\/capture\/(?!site|extras|code-challenge|styles\/site)|src\/pages\/(?:icons|texts)|src\/shared\/(?:photo-limits|languages)/;
const OUT = join(ROOT, 'dist');

/** The texts of each language as a file of its own, so that switching the language costs one small request. */
function languageFiles(locales: Record<string, string[]>): Plugin {
  return {
    name: 'language-files',
    generateBundle() {
      for (const [name, from] of Object.entries(locales)) {
        const folders = from.map((folder) => join(ROOT, folder));
        const sources = readdirSync(folders[0] as string).map((file) => {
          const texts = folders.map((folder) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
          return { file, source: JSON.stringify(Object.assign({}, ...texts)) };
        });
        // The same for all: a page names every language, and one hash over and over takes no room in it.
        const all = sources.map(({ source }) => source).join();
        const hash = createHash('sha256').update(all).digest('base64url').slice(0, 8);
        for (const { file, source } of sources) {
          const fileName = `assets/${name}/${file.replace('.json', '')}-${hash}.json`;
          this.emitFile({ type: 'asset', fileName, source });
        }
      }
    },
  };
}

export default defineConfig({
  root: ROOT,
  publicDir: false,
  oxc: { jsx: { importSource: 'preact' } },
  plugins: [
    lazyParts(),
    languageFiles({
      texts: ['capture/locales', '../src/pages/change-reasons'],
      'verify-texts': ['verify/locales'],
    }),
    compressedCopies(join(OUT, 'assets')),
  ],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: ['es2022', 'safari15', 'chrome100', 'firefox100'],
    rollupOptions: {
      ...QUIET,
      // One script for the page with the camera: a second one would cost a round trip on a bad network.
      output: { codeSplitting: { groups: [{ name: 'capture', tags: ['$initial'], test: OF_CAMERA_PAGE }] } },
      input: [
        join(ROOT, 'capture/main.tsx'),
        join(ROOT, 'capture/extras.ts'),
        join(ROOT, 'capture/site.ts'),
        join(ROOT, 'verify/main.ts'),
        join(ROOT, '../packages/capture-element/src/index.ts'),
      ],
    },
  },
});
