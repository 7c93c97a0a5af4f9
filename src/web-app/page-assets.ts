import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

export interface WebAppAssets {
  script: string;
  styles: string[];
  /** By address, `/app/assets/…`; names carry a hash, so they never change. */
  files: Map<string, { contentType: string; read(encoding?: 'br' | 'gzip'): Promise<Buffer> }>;
}

type Manifest = Record<string, { file: string; css?: string[]; isEntry?: boolean }>;

const BASE = '/app/';
const SUFFIXES = { none: '', gzip: '.gz', br: '.br' };
const CONTENT_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Reads what `vite build web/dashboard` made. */
export async function loadWebAppAssets(folder: string): Promise<WebAppAssets> {
  const manifest: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry === true);
  if (entry === undefined) throw new Error('The build of the web application has no entry');
  return {
    script: BASE + entry.file,
    styles: (entry.css ?? []).map((file) => BASE + file),
    files: await listFiles(folder),
  };
}

/** What there is; the bytes are read when somebody asks, which a browser does once. */
async function listFiles(folder: string): Promise<WebAppAssets['files']> {
  const files: WebAppAssets['files'] = new Map();
  for (const name of await readdir(join(folder, 'assets'))) {
    const contentType = CONTENT_TYPES[extname(name)];
    if (contentType === undefined) continue;
    const path = join(folder, 'assets', name);
    const read = (encoding?: 'br' | 'gzip') => readFile(path + SUFFIXES[encoding ?? 'none']);
    files.set(`${BASE}assets/${name}`, { contentType, read });
  }
  return files;
}
