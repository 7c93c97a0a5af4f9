import { type Html, html } from '../../pages/html.ts';
import { renderPage } from '../../pages/shell.ts';
import type { Challenge } from '../../platform/http/proof-of-work.ts';
import { EXAMPLE_CODE, TYPED_CODE_PATTERN } from '../../shared/short-code.ts';
import type { PageAssets, SiteData } from './page-data.ts';
import { icon, siteHead, topBar } from './site-parts.ts';

export interface CodeEntry {
  problem: 'code-unknown' | 'code-throttled' | 'code-checking' | null;
  /** What was typed before. */
  code: string;
  /** Work that the script does before the code is sent; without a script, waiting does. */
  challenge?: Challenge | undefined;
}

/** Works as a plain form; the script puts the dash in and solves a challenge. */
export function renderCodePage(data: SiteData, entry: CodeEntry, assets: PageAssets, nonce: string): string {
  const { lang, dir, texts } = data;
  return renderPage({
    lang,
    dir,
    title: texts.site_code_title ?? '',
    color: null,
    nonce,
    head: siteHead(assets),
    body: html`<div class="page code">
${topBar(data, null)}
<main class="center">
<div class="badge">${icon('phone')}</div>
<h1>${texts.site_code_title}</h1>
<p id="code-help">${texts.site_code_text}</p>
${codeForm(data, entry, true)}
</main>
</div>`,
  });
}

export function codeForm(data: SiteData, entry: CodeEntry, autofocus: boolean): Html {
  const { texts } = data;
  const { problem, code, challenge } = entry;
  return html`<form class="code-form" method="post" action="/code"${challenge !== undefined && workOf(entry, challenge)}>
<label for="code">${texts.site_code_label}</label>
<input id="code" name="code" value="${code}" data-testid="code-input" type="text" inputmode="text" dir="ltr"
autocomplete="off" autocapitalize="characters" autocorrect="off" spellcheck="false" required maxlength="20"
pattern="${TYPED_CODE_PATTERN}" placeholder="${EXAMPLE_CODE}" title="${EXAMPLE_CODE}"${autofocus && html` autofocus`}${
    isWrong(problem) && html` aria-invalid="true"`
  } aria-describedby="code-help${problem !== null && ' code-problem'}">
${
  challenge !== undefined &&
  html`<input type="hidden" name="challenge" value="${challenge.challenge}"><input type="hidden" name="answer" value="">`
}
${problem !== null && notice(data, problem)}
<button class="button main" data-testid="code-submit">${texts.site_code_go}</button>
</form>`;
}

/** With `data-resend` the code is on its way already and goes out again by itself once the work is done. */
function workOf({ problem }: CodeEntry, { challenge, bits, waitSeconds }: Challenge): Html {
  return html` data-challenge="${challenge}" data-bits="${String(bits)}" data-wait="${String(waitSeconds)}"${
    problem === 'code-checking' && html` data-resend`
  }`;
}

function isWrong(problem: CodeEntry['problem']): boolean {
  return problem !== null && problem !== 'code-checking';
}

function notice({ texts }: SiteData, problem: NonNullable<CodeEntry['problem']>): Html {
  const look = isWrong(problem) ? 'bad' : 'wait';
  return html`<div class="notice ${look}" id="code-problem" role="${isWrong(problem) ? 'alert' : 'status'}" data-testid="problem" data-problem="${problem}">${icon(isWrong(problem) ? 'alert' : 'clock')}<div><b>${texts[`${problem}_title`]}</b> ${texts[`${problem}_text`]}${
    problem === 'code-checking' && html`<noscript> ${texts['code-checking_noscript']}</noscript>`
  }</div></div>`;
}
