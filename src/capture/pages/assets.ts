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

/** Reads what `vite build web` made. */
export async function loadAssets(folder: string): Promise<Assets> {
  const { manifest, files } = await readBuild(folder, '/');
  const capture = entry(manifest, 'capture/main.tsx');
  const site = entry(manifest, 'capture/site.ts');
  const verify = entry(manifest, 'verify/main.ts');
  return {
    captureScript: capture.script,
    captureStyles: capture.styles,
    captureRules: String(files.get(capture.styles)?.body),
    extrasScript: `/${manifest['capture/extras.ts']?.file}`,
    elementScript: `/${manifest['../packages/capture-element/src/index.ts']?.file}`,
    siteScript: site.script,
    siteStyles: site.styles,
    verifyScript: verify.script,
    verifyStyles: verify.styles,
    ...readTexts(files, 'texts'),
    verifyTexts: readTexts(files, 'verify-texts').texts,
    files,
  };
}

function entry(manifest: Manifest, source: string): { script: string; styles: string } {
  const made = manifest[source];
  const styles = made?.css?.[0];
  if (made === undefined || styles === undefined) throw new Error(`The web build is missing ${source}`);
  return { script: `/${made.file}`, styles: `/${styles}` };
}

function readTexts(files: BuiltFiles, folder: string): Pick<Assets, 'languages' | 'texts' | 'textsUrl'> {
  const texts: Record<string, Texts> = {};
  let textsUrl = '';
  const languages = LANGUAGES.map(({ code, name }) => {
    const [address, file] = [...files].find(([path]) => path.startsWith(`/assets/${folder}/${code}-`)) ?? [];
    if (address === undefined || file === undefined)
      throw new Error(`The web build is missing the texts for ${code}`);
    texts[code] = JSON.parse(String(file.body));
    textsUrl = address.replace(`/${code}-`, '/*-');
    return { code, name };
  });
  return { languages, texts, textsUrl };
}
