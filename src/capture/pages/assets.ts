import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { LANGUAGES } from './languages.ts';
import type { PageAssets, PageLanguage, Texts } from './page-data.ts';

export interface AssetFile {
  contentType: string;
  body: Buffer;
  gzip: Buffer;
  brotli: Buffer;
}

export interface Assets extends PageAssets {
  languages: PageLanguage[];
  /** By language. */
  texts: Record<string, Texts>;
  /** By address, `/assets/…`; names carry a hash, so they never change. */
  files: Map<string, AssetFile>;
}

type Manifest = Record<string, { file: string; css?: string[] }>;

const CONTENT_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

/** Reads what `vite build web` made, once. */
export async function loadAssets(folder: string): Promise<Assets> {
  const manifest: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  const files = await readFiles(folder);
  const capture = entry(manifest, 'capture/main.tsx');
  const site = entry(manifest, 'capture/site.ts');
  return {
    captureScript: capture.script,
    captureStyles: capture.styles,
    siteScript: site.script,
    siteStyles: site.styles,
    ...readTexts(files),
    files,
  };
}

function entry(manifest: Manifest, source: string): { script: string; styles: string } {
  const made = manifest[source];
  const styles = made?.css?.[0];
  if (made === undefined || styles === undefined) throw new Error(`The web build lacks ${source}`);
  return { script: `/${made.file}`, styles: `/${styles}` };
}

async function readFiles(folder: string): Promise<Map<string, AssetFile>> {
  const names = await readdir(join(folder, 'assets'), { recursive: true });
  const files = new Map<string, AssetFile>();
  for (const name of names) {
    const contentType = CONTENT_TYPES[extname(name)];
    if (contentType === undefined) continue;
    const file = join(folder, 'assets', name);
    const [body, gzip, brotli] = await Promise.all([
      readFile(file),
      readFile(`${file}.gz`),
      readFile(`${file}.br`),
    ]);
    files.set(`/assets/${name.replaceAll('\\', '/')}`, { contentType, body, gzip, brotli });
  }
  return files;
}

function readTexts(files: Map<string, AssetFile>): Pick<Assets, 'languages' | 'texts'> {
  const texts: Record<string, Texts> = {};
  const languages = LANGUAGES.map(({ code, name }) => {
    const [address, file] = [...files].find(([path]) => path.startsWith(`/assets/texts/${code}-`)) ?? [];
    if (address === undefined || file === undefined)
      throw new Error(`The web build lacks the texts of ${code}`);
    texts[code] = JSON.parse(file.body.toString('utf8'));
    return { code, name, texts: address };
  });
  return { languages, texts };
}
