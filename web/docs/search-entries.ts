import type { RenderedPage } from './render-markdown.ts';

/** A section that can be found. */
export interface SearchEntry {
  address: string;
  page: string;
  /** Empty for what stands before the first heading of the page. */
  heading: string;
  text: string;
}

export function searchEntries(slug: string, { title, sections }: RenderedPage): SearchEntry[] {
  return sections.map(({ heading, text }) => ({
    address: heading.depth === 1 ? `/docs/${slug}` : `/docs/${slug}#${heading.id}`,
    page: title,
    heading: heading.depth === 1 ? '' : heading.text,
    text: text.replace(/\s+/g, ' ').trim(),
  }));
}
