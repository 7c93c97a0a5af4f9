import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import type {
  DocumentationContents,
  DocumentationGroup,
  DocumentationPage,
} from '../../src/documentation/contents.ts';
import { renderMarkdown } from './render-markdown.ts';
import { searchEntries } from './search-entries.ts';

/** Makes the pages that the installation serves from the guides, and what is needed to find something in them. */
export function documentation(folder: string): Plugin {
  const groups: DocumentationGroup<string>[] = JSON.parse(
    readFileSync(join(folder, 'contents.json'), 'utf8'),
  );
  const known = groups.flatMap(({ pages }) => pages);
  const markdownOf = (slug: string) => readFileSync(join(folder, 'guides', `${slug}.md`), 'utf8');

  return {
    name: 'documentation',
    buildStart() {
      for (const slug of known) this.addWatchFile(join(folder, 'guides', `${slug}.md`));
    },
    generateBundle() {
      const titles = new Map(known.map((slug) => [slug, /^# (.*)$/m.exec(markdownOf(slug))?.[1] ?? slug]));
      const pages = new Map(known.map((slug) => [slug, renderMarkdown(markdownOf(slug), titles)]));
      const images = new Set([...pages.values()].flatMap((page) => page.images));
      for (const [slug, { html }] of pages) {
        this.emitFile({ type: 'asset', fileName: `pages/${slug}.html`, source: html });
        this.emitFile({ type: 'asset', fileName: `pages/${slug}.md`, source: markdownOf(slug) });
      }
      for (const image of images) {
        const source = readFileSync(join(folder, 'images', image));
        this.emitFile({ type: 'asset', fileName: `images/${basename(image)}`, source });
      }
      const found = [...pages].flatMap(([slug, page]) => searchEntries(slug, page));
      const search = this.emitFile({ type: 'asset', name: 'search.json', source: JSON.stringify(found) });
      const described = ({ pages: slugs, ...group }: DocumentationGroup<string>) => ({
        ...group,
        pages: slugs.map((slug): DocumentationPage => {
          const { title: name, summary, headings } = pages.get(slug) as ReturnType<typeof renderMarkdown>;
          return { slug, title: name, summary, headings };
        }),
      });
      const contents: DocumentationContents = {
        groups: groups.map(described),
        images: [...images].map((image) => basename(image)),
        search: this.getFileName(search),
      };
      this.emitFile({ type: 'asset', fileName: 'contents.json', source: JSON.stringify(contents) });
    },
  };
}
