import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { AssetFile } from '../capture/pages/index.ts';

export interface WebAppAssets {
  script: string;
  styles: string[];
  /** By address, `/app/assets/…`; names carry a hash, so they never change. */
  files: Map<string, AssetFile>;
}

type Manifest = Record<string, { file: string; css?: string[]; isEntry?: boolean }>;

const BASE = '/app/';
const CONTENT_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Reads what `vite build web/dashboard` made, once. */
export async function loadWebAppAssets(folder: string): Promise<WebAppAssets> {
  const manifest: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry === true);
  if (entry === undefined) throw new Error('The build of the web application has no entry');
  return {
    script: BASE + entry.file,
    styles: (entry.css ?? []).map((file) => BASE + file),
    files: await readFiles(folder),
  };
}

async function readFiles(folder: string): Promise<Map<string, AssetFile>> {
  const files = new Map<string, AssetFile>();
  for (const name of await readdir(join(folder, 'assets'))) {
    const contentType = CONTENT_TYPES[extname(name)];
    if (contentType === undefined) continue;
    const file = join(folder, 'assets', name);
    const [body, gzip, brotli] = await Promise.all([
      readFile(file),
      readFile(`${file}.gz`),
      readFile(`${file}.br`),
    ]);
    files.set(`${BASE}assets/${name}`, { contentType, body, gzip, brotli });
  }
  return files;
}
