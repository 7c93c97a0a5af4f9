import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** A script, a style sheet or texts, in each way that it can be asked for. */
export interface BuiltFile {
  contentType: string;
  /** Undefined for what is large: whoever takes nothing compressed gets it unpacked on the way. */
  body: Buffer | undefined;
  gzip: Buffer;
  brotli: Buffer;
}

/** By address; names carry a hash of what is in them, so they never change. */
export type BuiltFiles = Map<string, BuiltFile>;

/** What Vite notes about a source file. */
export type Manifest = Record<string, { file: string; css?: string[]; isEntry?: boolean }>;

const CONTENT_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
};

/**
 * Reads what Vite built, once and whole: the pages name these very files for as long as the process runs, also when
 * another version is put in their place meanwhile. They are eight megabytes.
 */
export async function readBuild(
  folder: string,
  base: string,
): Promise<{ manifest: Manifest; files: BuiltFiles }> {
  const manifest: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  const files: BuiltFiles = new Map();
  for (const name of await readdir(join(folder, 'assets'), { recursive: true })) {
    const contentType = CONTENT_TYPES[extname(name)];
    if (contentType === undefined) continue;
    const path = join(folder, 'assets', name);
    const [body, gzip, brotli] = await Promise.all([
      extname(name) === '.wasm' ? undefined : readFile(path),
      readFile(`${path}.gz`),
      readFile(`${path}.br`),
    ]);
    files.set(`${base}assets/${name.replaceAll('\\', '/')}`, { contentType, body, gzip, brotli });
  }
  return { manifest, files };
}
