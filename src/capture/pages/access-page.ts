import { html } from '../../pages/html.ts';
import { renderPage } from '../../pages/shell.ts';
import { fillText } from '../../pages/texts.ts';
import type { PageAssets, SiteData } from './page-data.ts';
import { icon, siteHead, topBar } from './site-parts.ts';

export type AccessProblem = 'code-wrong' | 'code-throttled' | null;

/** Asks for the access code of a permanent link. Nothing of what the link asks for is shown before. */
export function renderAccessPage(
  problem: AccessProblem,
  data: SiteData,
  assets: PageAssets,
  nonce: string,
): string {
  const { lang, dir, texts } = data;
  const workspace = data.workspace ?? null;
  const text = fillText(texts, lang, 'site_access_text', { workspace: workspace?.name ?? 'Shutterpost' });
  return renderPage({
    lang,
    dir,
    title: texts.site_access_title ?? '',
    color: workspace?.color ?? null,
    nonce,
    head: siteHead(assets, data),
    body: html`<div class="page code">
${topBar(data, workspace)}
<main class="center">
<div class="badge">${icon('lock')}</div>
<h1>${texts.site_access_title}</h1>
<p id="access-help">${text}</p>
<form class="code-form" method="post" action="${data.path}${data.embed !== undefined && `?embed=${encodeURIComponent(data.embed)}`}">
<label for="access-code">${texts.site_access_label}</label>
<input id="access-code" name="access_code" data-testid="access-code" type="text" dir="auto" autocomplete="off"
autocapitalize="none" autocorrect="off" spellcheck="false" required maxlength="64"${data.embed === undefined && html` autofocus`}${
      problem !== null && html` aria-invalid="true"`
    } aria-describedby="access-help${problem !== null && ' access-problem'}">
${
  problem !== null &&
  html`<div class="notice bad" id="access-problem" role="alert" data-testid="problem" data-problem="${problem}">${icon('alert')}<div><b>${texts[`${problem}_title`]}</b> ${texts[problem === 'code-wrong' ? 'code-unknown_text' : 'code-throttled_text']}</div></div>`
}
<button class="button main" data-testid="access-submit">${texts.site_code_go}</button>
</form>
</main>
</div>`,
  });
}
