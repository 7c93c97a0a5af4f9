import { type FileHandle, open, readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** How whoever asks takes it packed. */
type Packing = 'br' | 'gzip';

/** A script, a style sheet or texts. */
export interface BuiltFile {
  contentType: string;
  /** Not packed for whoever takes neither. */
  content(packing: Packing | undefined): Promise<Buffer | Readable>;
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
  const names = await readdir(join(folder, 'assets'), { recursive: true });
  const reading = names.map(async (name) => {
    const contentType = CONTENT_TYPES[extname(name)];
    if (contentType === undefined) return;
    const path = join(folder, 'assets', name);
    const content = extname(name) === '.wasm' ? onDisk(path) : await inMemory(path);
    files.set(`${base}assets/${name.replaceAll('\\', '/')}`, { contentType, content });
  });
  await Promise.all(reading);
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
    const file: FileHandle = await open(packing === undefined ? path : path + SUFFIXES[packing]);
    return file.createReadStream();
  };
}
