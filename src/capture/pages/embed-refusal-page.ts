import { html } from '../../pages/html.ts';
import { renderPage } from '../../pages/shell.ts';
import type { PageAssets, SiteData } from './page-data.ts';
import { icon } from './site-parts.ts';

/** In a frame of a site that is not on the list. Says nothing about the request, and leads out of the frame. */
export function renderEmbedRefusal(
  origin: string,
  { lang, dir, texts, path }: SiteData,
  assets: PageAssets,
  nonce: string,
): string {
  return renderPage({
    lang,
    dir,
    title: texts.embed_title ?? '',
    color: null,
    nonce,
    head: html`<link rel="stylesheet" href="${assets.captureStyles}">
<link rel="stylesheet" href="${assets.siteStyles}">`,
    body: html`<div class="page problem" data-testid="embed-refused">
<main class="center">
<div class="badge">${icon('alert')}</div>
<h1>${texts.embed_title}</h1>
<p>${texts.embed_text}</p>
<p class="fine" lang="en" dir="ltr">For developers: ${origin} isn’t an allowed origin of this workspace. Add it in Settings, Allowed origins.</p>
</main>
<footer class="actions"><a class="button main" href="${path}" target="_blank" rel="noopener">${texts.embed_open}</a></footer>
</div>`,
  });
}
