import { type Html, html } from '../pages/html.ts';
import { ICONS } from '../pages/icons.ts';
import { renderPage } from '../pages/shell.ts';
import type { Documentation, DocumentationPage, WrittenPage } from './contents.ts';

/** The first page that someone sees: what there is, and where to begin. */
export function renderContents(documentation: Documentation, nonce: string): string {
  const { groups } = documentation;
  return renderAround(documentation, {
    nonce,
    title: 'Documentation',
    slug: '',
    aside: false,
    article: html`<h1>Documentation</h1>
<p class="lead">Ask for photos by API, get live ones back, hear about it by webhook.</p>
<p class="start"><a class="button main" href="/docs/quick-start">Quick start</a>
<a class="button" href="/docs/reference">API reference</a></p>
${groups.map(
  ({ title, pages }) => html`<h2>${title}</h2>
<ul class="cards">${pages.map(
    ({ slug, title: name, summary }) =>
      html`<li><a href="/docs/${slug}"><b>${name}</b><span>${summary}</span></a></li>`,
  )}</ul>`,
)}
<h2>For your tools</h2>
<ul class="cards">
<li><a href="/v1/openapi.json"><b>OpenAPI document</b><span>Version 3.1, for generators of clients.</span></a></li>
<li><a href="/docs/collection.json" download><b>Collection</b><span>Every call with an example, for Postman and Bruno.</span></a></li>
<li><a href="/llms.txt"><b>llms.txt</b><span>These pages as Markdown, for language models.</span></a></li>
</ul>`,
  });
}

export function renderGuide(documentation: Documentation, page: WrittenPage, nonce: string): string {
  const { slug } = page;
  const all = [...documentation.pages.values()];
  const at = all.indexOf(page);
  return renderAround(documentation, {
    nonce,
    title: page.title,
    slug,
    aside: page.headings.length > 1 && onThisPage(page),
    article: html`${{ markup: page.html }}
<footer><p><a href="/docs/${slug}.md">This page as Markdown</a></p>
<nav class="turn" aria-label="Next pages">${[all[at - 1], all[at + 1]].map((other, index) =>
      other === undefined
        ? html`<span></span>`
        : html`<a href="/docs/${other.slug}"><small>${index === 0 ? 'Previous' : 'Next'}</small>${other.title}</a>`,
    )}</nav></footer>`,
  });
}

/** For old links and typing errors: the menu beside it leads on. */
export function renderMissing(documentation: Documentation, nonce: string): string {
  return renderAround(documentation, {
    nonce,
    title: 'Page not found',
    slug: undefined,
    aside: false,
    article: html`<h1>Page not found</h1>
<p class="lead">The menu lists all pages.</p>`,
  });
}

function renderAround(
  { groups, search, script, styles }: Documentation,
  page: { nonce: string; title: string; slug: string | undefined; article: Html; aside: Html | false },
): string {
  const link = (slug: string, title: string) =>
    html`<li><a href="${slug === '' ? '/docs' : `/docs/${slug}`}"${slug === page.slug && html` aria-current="page"`}>${title}</a></li>`;
  const menu = html`<ul>${link('', 'Overview')}${link('reference', 'API reference')}</ul>
${groups.map(
  ({ title, pages }) =>
    html`<h2>${title}</h2><ul>${pages.map(({ slug, title: name }) => link(slug, name))}</ul>`,
)}`;
  return renderPage({
    lang: 'en',
    dir: 'ltr',
    title: page.slug === '' ? 'Shutterpost documentation' : `${page.title} – Shutterpost documentation`,
    color: null,
    nonce: page.nonce,
    head: html`<link rel="stylesheet" href="${styles}">
<script type="module" src="${script}"></script>`,
    body: html`<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="who" href="/docs"><span class="mark" aria-hidden="true">${icon('camera')}</span><b>Shutterpost</b><span class="what">Docs</span></a>
<search hidden data-index="${search}"><form role="presentation"><input type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" spellcheck="false"></form>
<div class="found"><p role="status"></p><ul></ul></div></search>
<a class="to-app" href="/app">Web application</a>
</header>
<div class="columns">
<details class="menu"><summary>Menu</summary><nav aria-label="All pages">${menu}</nav></details>
<nav class="side" aria-label="Documentation">${menu}</nav>
<main id="content" tabindex="-1"><article>${page.article}</article></main>
${page.aside}
</div>`,
  });
}

function onThisPage({ headings }: DocumentationPage): Html {
  return html`<aside class="outline"><nav aria-label="On this page"><h2>On this page</h2><ul>${headings.map(
    ({ depth, id, text }) => html`<li class="depth-${depth}"><a href="#${id}">${text}</a></li>`,
  )}</ul></nav></aside>`;
}

function icon(name: keyof typeof ICONS): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
}
