import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuiltFiles, type Manifest, readBuild } from '../../pages/built-files.ts';
import type { Texts } from '../../pages/texts.ts';
import { LANGUAGES } from '../../shared/languages.ts';
import type { PageAssets, PageLanguage } from './page-data.ts';

export interface Assets extends PageAssets {
  languages: PageLanguage[];
  /** With a star for the language. */
  textsUrl: string;
  /** By language. */
  texts: Record<string, Texts>;
  /** Of the page that checks sealed photos, which no other page has to carry; by language. */
  verifyTexts: Record<string, Texts>;
  files: BuiltFiles;
  /** Of the element that other sites show pages with; one of the files. */
  elementScript: string;
}

/** Reads what `vite build web` wrote. */
export async function loadAssets(folder: string): Promise<Assets> {
  const { manifest, files } = await readBuild(folder, '/');
  const capture = entry(manifest, 'capture/main.tsx');
  const site = entry(manifest, 'capture/site.ts');
  const verify = entry(manifest, 'verify/main.ts');
  return {
    captureScript: capture.script,
    captureStyles: capture.styles,
    captureRules: await readFile(join(folder, capture.styles), 'utf8'),
    extrasScript: `/${manifest['capture/extras.ts']?.file}`,
    elementScript: `/${manifest['../packages/capture-element/src/index.ts']?.file}`,
    siteScript: site.script,
    siteStyles: site.styles,
    verifyScript: verify.script,
    verifyStyles: verify.styles,
    ...(await readTexts(folder, files, 'texts')),
    verifyTexts: (await readTexts(folder, files, 'verify-texts')).texts,
    files,
  };
}

function entry(manifest: Manifest, source: string): { script: string; styles: string } {
  const built = manifest[source];
  const styles = built?.css?.[0];
  if (built === undefined || styles === undefined) throw new Error(`The web build is missing ${source}`);
  return { script: `/${built.file}`, styles: `/${styles}` };
}

async function readTexts(
  folder: string,
  files: BuiltFiles,
  kind: string,
): Promise<Pick<Assets, 'languages' | 'texts' | 'textsUrl'>> {
  const texts: Record<string, Texts> = {};
  let textsUrl = '';
  const reading = LANGUAGES.map(async ({ code, name }) => {
    const address = [...files.keys()].find((path) => path.startsWith(`/assets/${kind}/${code}-`));
    if (address === undefined) throw new Error(`The web build is missing the texts for ${code}`);
    texts[code] = JSON.parse(await readFile(join(folder, address), 'utf8'));
    textsUrl = address.replace(`/${code}-`, '/*-');
    return { code, name };
  });
  return { languages: await Promise.all(reading), texts, textsUrl };
}
