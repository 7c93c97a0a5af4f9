import { basename } from 'node:path';
import hljs from 'highlight.js/lib/common';
import { Marked, type Token, type Tokens } from 'marked';

export interface Heading {
  depth: number;
  id: string;
  text: string;
}

export interface RenderedPage {
  title: string;
  /** The first sentences. */
  summary: string;
  html: string;
  headings: Heading[];
  /** The text of each section, by the id of its heading. */
  sections: { heading: Heading; text: string }[];
  /** Below docs/images. */
  images: string[];
}

const MIN_SUMMARY = 50;
const LANGUAGES: Record<string, string> = { sh: 'bash', ts: 'typescript', js: 'javascript', py: 'python' };

/** A guide as a part of the documentation that is served; links lead to its other pages. */
export function renderMarkdown(markdown: string, titles: ReadonlyMap<string, string>): RenderedPage {
  const headings: Heading[] = [];
  const images: string[] = [];
  const idOf = createIds();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const heading = { depth, id: idOf(plainText(tokens)), text: plainText(tokens) };
        headings.push(heading);
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${inner}</h1>\n`;
        // For the mouse: the list beside the page has the same links for everyone.
        const anchor = `<a class="anchor" href="#${heading.id}" aria-hidden="true" tabindex="-1">#</a>`;
        return `<h${depth} id="${heading.id}">${inner}${anchor}</h${depth}>\n`;
      },
      code({ text, lang = '' }) {
        const language = LANGUAGES[lang] ?? lang;
        const isKnown = hljs.getLanguage(language) !== undefined;
        const code = isKnown ? hljs.highlight(text, { language }).value : escapeHtml(text);
        return `<pre tabindex="0" data-lang="${escapeHtml(lang)}"><code>${code}</code></pre>\n`;
      },
      table(token) {
        // The widest ones are moved sideways inside the page, which needs the keyboard's focus.
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row
            .map(({ text, tokens }) => ({ name: text === '' ? 'td' : tag, tokens }))
            .map(({ name, tokens }) => `<${name}>${this.parser.parseInline(tokens)}</${name}>`)
            .join('');
        const head = `<thead><tr>${cells(token.header, 'th')}</tr></thead>`;
        const body = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${body}</tbody></table></div>\n`;
      },
      checkbox: () => '☐ ',
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const [, slug = '', anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
        const title = titles.get(slug);
        // Files are named by their title.
        if (title !== undefined)
          return `<a href="/docs/${slug}${anchor}">${inner === `${slug}.md` ? escapeHtml(title) : inner}</a>`;
        if (href === '../openapi.json') return `<a href="/v1/openapi.json">${inner}</a>`;
        // What is only in the repository is no link here.
        return /^(https?:|mailto:|#|\/)/.test(href) ? `<a href="${escapeHtml(href)}">${inner}</a>` : inner;
      },
      image({ href, text }) {
        const image = href.replace(/^\.\.\/images\//, '');
        images.push(image);
        return `<img src="/docs/images/${escapeHtml(basename(image))}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
    },
  });
  const tokens = marked.lexer(withoutDecisions(markdown)).filter((token) => !isListOfSections(token));
  const html = marked.parser(tokens);
  const sections = sectionsOf(tokens, headings);
  const first = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph');
  return {
    title: headings[0]?.text ?? '',
    summary: summaryOf(plainText(first?.tokens ?? [])),
    html,
    headings: headings.filter(({ depth }) => depth === 2 || depth === 3),
    sections,
    images,
  };
}

/** As many of the first sentences as say something. */
function summaryOf(text: string): string {
  const sentences = text.replace(/\s+/g, ' ').match(/.+?[.!?](?= |$)/g) ?? [];
  let summary = '';
  for (const sentence of sentences) {
    if (summary.length >= MIN_SUMMARY) break;
    summary += sentence;
  }
  return summary.trim();
}

/** Readers on GitHub find it at the top of a guide; here it stands beside every page. */
function isListOfSections(token: Token): boolean {
  return (
    token.type === 'list' &&
    token.items.every(({ raw }: Tokens.ListItem) => /^- \[[^\]]+\]\(#[^)]*\)\s*$/.test(raw))
  );
}

/** Why something was decided is for those who have the repository. */
function withoutDecisions(markdown: string): string {
  return markdown
    .replace(/\s\(\[\d{4}\]\(\.\.\/decisions\/[^)]+\)\)/g, '')
    .replace(/\s[A-Z][^.:()|]*:\s\[\d{4}\]\(\.\.\/decisions\/[^)]+\)\./g, '');
}

function sectionsOf(tokens: Token[], headings: Heading[]): RenderedPage['sections'] {
  const sections: RenderedPage['sections'] = [];
  const left = [...headings];
  for (const token of tokens) {
    if (token.type === 'heading') sections.push({ heading: left.shift() as Heading, text: '' });
    else {
      const section = sections.at(-1);
      if (section !== undefined) section.text += `${plainText([token])} `;
    }
  }
  return sections;
}

function plainText(tokens: Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'list') return plainText(token.items);
      if (token.type === 'table')
        return [token.header, ...token.rows]
          .flat()
          .map(({ tokens: cell }: Tokens.TableCell) => plainText(cell))
          .join(' ');
      if ('tokens' in token && token.tokens !== undefined) return plainText(token.tokens);
      return 'text' in token ? unescapeHtml(token.text) : ' ';
    })
    .join('');
}

/** Ids as GitHub makes them: the guides link to each other's sections by these. */
function createIds(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const id = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const count = used.get(id) ?? 0;
    used.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  };
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
