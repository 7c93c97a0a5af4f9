import { icon, renderFrame, siteHead, topBar } from './frame.ts';
import { type Html, html } from './html.ts';
import type { PageAssets, SiteData } from './page-data.ts';

export interface CodeEntry {
  problem: 'code-unknown' | 'code-braked' | null;
  /** What was typed before. */
  code: string;
}

/** Works as a plain form; the script only puts the dash in. */
export function renderCodePage(data: SiteData, entry: CodeEntry, assets: PageAssets, nonce: string): string {
  const { lang, dir, texts } = data;
  return renderFrame({
    lang,
    dir,
    title: texts.site_code_title ?? '',
    color: null,
    nonce,
    head: siteHead(assets),
    body: html`<div class="page code">
${topBar(data, null)}
<main class="centre">
<div class="badge">${icon('phone')}</div>
<h1>${texts.site_code_title}</h1>
<p id="code-help">${texts.site_code_text}</p>
${codeForm(data, entry, true)}
</main>
</div>`,
  });
}

export function codeForm({ texts }: SiteData, { problem, code }: CodeEntry, autofocus: boolean): Html {
  return html`<form class="code-form" method="post" action="/code">
<label for="code">${texts.site_code_label}</label>
<input id="code" name="code" value="${code}" data-testid="code-input" type="text" inputmode="text" dir="ltr"
autocomplete="off" autocapitalize="characters" autocorrect="off" spellcheck="false" required maxlength="20"
pattern="\\s*(?:[A-Za-z0-9][\\s\\-]*){8}" placeholder="ABCD-2345" title="ABCD-2345"${autofocus && html` autofocus`}${
    problem !== null && html` aria-invalid="true"`
  } aria-describedby="code-help${problem !== null && ' code-problem'}">
${
  problem !== null &&
  html`<div class="notice bad" id="code-problem" role="alert" data-testid="problem" data-problem="${problem}">${icon('alert')}<div><b>${texts[`${problem}_title`]}</b> ${texts[`${problem}_text`]}</div></div>`
}
<button class="button main" data-testid="code-submit">${texts.site_code_go}</button>
</form>`;
}
