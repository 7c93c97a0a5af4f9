import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuiltFiles, readBuild } from '../pages/built-files.ts';

export interface DocumentationPage {
  slug: string;
  title: string;
  /** Its first sentences. */
  summary: string;
  headings: { depth: number; id: string; text: string }[];
}

/** What the build of the documentation says of itself. */
export interface DocumentationContents {
  groups: DocumentationGroup[];
  images: string[];
  search: string;
}

export interface DocumentationGroup<Page = DocumentationPage> {
  title: string;
  /** Whether its examples are to be tried on this very installation; operators read what is to be set. */
  isTriedHere: boolean;
  pages: Page[];
}

export interface WrittenPage extends DocumentationPage {
  html: string;
  markdown: string;
}

export interface Documentation extends DocumentationContents {
  pages: Map<string, WrittenPage>;
  script: string;
  styles: string;
  files: BuiltFiles;
}

/** The guides speak of a server on one's own machine. */
const EXAMPLE_URL = 'http://localhost:3000';
export const BASE = '/docs/';

/** Reads what `vite build web/docs` wrote. */
export async function readDocumentation(folder: string, publicUrl: string): Promise<Documentation> {
  const contents: DocumentationContents = JSON.parse(await readFile(join(folder, 'contents.json'), 'utf8'));
  const { manifest, files } = await readBuild(folder, BASE);
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry === true);
  const styles = entry?.css?.[0];
  if (entry === undefined || styles === undefined)
    throw new Error('The build of the documentation has no entry');
  const pages: Documentation['pages'] = new Map();
  for (const { isTriedHere, pages: listed } of contents.groups) {
    const read = async (file: string) => {
      const text = await readFile(join(folder, 'pages', file), 'utf8');
      return isTriedHere ? text.replaceAll(EXAMPLE_URL, publicUrl) : text;
    };
    for (const page of listed) {
      const { slug } = page;
      pages.set(slug, { ...page, html: await read(`${slug}.html`), markdown: await read(`${slug}.md`) });
    }
  }
  return {
    ...contents,
    search: BASE + contents.search,
    pages,
    script: BASE + entry.file,
    styles: BASE + styles,
    files,
  };
}
