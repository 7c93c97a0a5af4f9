import { open, readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** How whoever asks takes it packed. */
type Packing = 'br' | 'gzip';

/** A script, a style sheet or texts. */
export interface BuiltFile {
  contentType: string;
  /** Not packed for whoever takes neither. Undefined when it is not there any more. */
  content(packing: Packing | undefined): Promise<Buffer | Readable | undefined>;
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
 * Reads what Vite built, once and packed: the pages name these very files for as long as the process runs, also when
 * another version is put in their place meanwhile. Only WebAssembly, five times as large as all the rest, stays on the disk.
 */
export async function readBuild(
  folder: string,
  base: string,
): Promise<{ manifest: Manifest; files: BuiltFiles }> {
  const manifest: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  const files: BuiltFiles = new Map();
  // One after the other: all at once would need as many file handles.
  for (const name of await readdir(join(folder, 'assets'), { recursive: true })) {
    const contentType = CONTENT_TYPES[extname(name)];
    if (contentType === undefined) continue;
    const path = join(folder, 'assets', name);
    const content = extname(name) === '.wasm' ? onDisk(path) : await inMemory(path);
    files.set(`${base}assets/${name.replaceAll('\\', '/')}`, { contentType, content });
  }
  return { manifest, files };
}

async function inMemory(path: string): Promise<BuiltFile['content']> {
  const [gzip, br] = await Promise.all([readFile(`${path}.gz`), readFile(`${path}.br`)]);
  const packed = { gzip, br };
  return async (packing) =>
    packing === undefined ? Readable.from([gzip]).pipe(createGunzip()) : packed[packing];
}

const SUFFIXES: Record<Packing, string> = { br: '.br', gzip: '.gz' };

function onDisk(path: string): BuiltFile['content'] {
  return async (packing) => {
    const name = packing === undefined ? path : path + SUFFIXES[packing];
    const file = await open(name).catch((error) => unlessMissing(error));
    return file?.createReadStream();
  };
}

/** Another version is in its place, and the service has not been restarted since. */
function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
