import { html } from '../../pages/html.ts';
import { renderPage } from '../../pages/shell.ts';
import { codeForm } from './code-page.ts';
import type { PageAssets, SiteData } from './page-data.ts';
import { icon, siteHead, topBar } from './site-parts.ts';

const STEPS = [
  { icon: 'open', text: 'site_step_1' },
  { icon: 'camera', text: 'site_step_2' },
  { icon: 'check', text: 'site_step_3' },
] as const;

export function renderLandingPage(
  data: SiteData,
  { verify }: { verify: string },
  assets: PageAssets,
  nonce: string,
): string {
  const { lang, dir, texts } = data;
  return renderPage({
    lang,
    dir,
    title: 'Shutterpost',
    color: null,
    nonce,
    head: siteHead(assets),
    body: html`<div class="page landing">
${topBar(data, null)}
<main>
<section class="pitch">
<h1>${texts.site_title}</h1>
<p class="wish">${texts.site_text}</p>
<ol class="steps">${STEPS.map((step) => html`<li>${icon(step.icon)}<span>${texts[step.text]}</span></li>`)}</ol>
</section>
<section class="card">
<h2>${texts.site_code_title}</h2>
<p id="code-help">${texts.site_code_text}</p>
${codeForm(data, { problem: null, code: '' }, false)}
</section>
</main>
<footer><a href="/verify">${verify}</a><a href="/app">${texts.site_app}</a><a href="/docs">${texts.site_docs}</a></footer>
</div>`,
  });
}
