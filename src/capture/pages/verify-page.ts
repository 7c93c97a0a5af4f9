import { type Html, html, jsonBlock } from '../../pages/html.ts';
import { ICONS } from '../../pages/icons.ts';
import { renderPage } from '../../pages/shell.ts';
import { fillText, type Texts } from '../../pages/texts.ts';
import { MAX_CHECKED_BYTES } from '../../shared/seal-verdict.ts';
import type { PageAssets, SiteData, VerifyPageData } from './page-data.ts';
import { icon, topBar } from './site-parts.ts';

const MIB = 1024 * 1024;
const { check, alert, clock, offline } = ICONS;
/** A module that the script shared with the camera page would be a file of its own there. */
const SCRIPT_ICONS = { check, alert, clock, offline };

/** Checks a sealed photo in the browser: it is never sent anywhere, so there is no form that could be sent. */
export function renderVerifyPage(
  data: SiteData,
  { texts, organizations }: Pick<VerifyPageData, 'texts' | 'organizations'>,
  assets: PageAssets,
  nonce: string,
): string {
  const { lang, dir } = data;
  const size = new Intl.NumberFormat(lang, { style: 'unit', unit: 'megabyte' }).format(
    MAX_CHECKED_BYTES / MIB,
  );
  const filled = Object.fromEntries(
    Object.keys(texts).map((key) => [key, fillText(texts, lang, key, { size })]),
  );
  return renderPage({
    lang,
    dir,
    title: filled.title ?? '',
    color: null,
    nonce,
    failure: {
      title: data.texts['script-error_title'] ?? '',
      text: data.texts['script-error_text'] ?? '',
      reload: data.texts.try_again ?? '',
    },
    head: html`<link rel="stylesheet" href="${assets.captureStyles}">
<link rel="stylesheet" href="${assets.verifyStyles}">
<script type="module" src="${assets.siteScript}"></script>
<script type="module" src="${assets.verifyScript}"></script>`,
    body: html`<div class="page verify" id="app">
${topBar(data, null)}
<main>
<h1>${filled.title}</h1>
<p class="wish">${filled.intro}</p>
<noscript><p class="notice">${filled.noscript}</p></noscript>
${chooser(filled)}
<p class="fine">${icon('lock')}<span>${filled.private}</span></p>
<div id="progress" role="status" data-testid="progress"></div>
<div id="verdict" data-testid="verdict"></div>
${trustList(filled)}
</main>
</div>
${jsonBlock('page', { lang, texts: filled, organizations, icons: SCRIPT_ICONS } satisfies VerifyPageData)}`,
  });
}

function chooser(texts: Texts): Html {
  return html`<label class="chooser" id="chooser">
<input class="unseen" type="file" id="file" accept="image/jpeg,.jpg,.jpeg" data-testid="file" aria-describedby="formats">
<span class="badge" aria-hidden="true">${icon('plus')}</span>
<span class="button main" id="choose">${texts.choose}</span>
<span class="drop">${texts.drop}</span>
<span class="quiet" id="formats">${texts.formats}</span>
</label>`;
}

function trustList(texts: Texts): Html {
  return html`<details class="card" id="trust">
<summary>${texts.list_title}</summary>
<p id="list-help">${texts.list_text}</p>
<label for="list">${texts.list_label}</label>
<textarea id="list" data-testid="list" dir="ltr" rows="5" spellcheck="false" autocomplete="off" autocapitalize="off"
placeholder="-----BEGIN CERTIFICATE-----" aria-describedby="list-help list-problem"></textarea>
<p class="notice bad" id="list-problem" role="alert" hidden>${texts.list_none}</p>
<label class="button"><input class="unseen" type="file" id="list-file" accept=".pem,.crt,.cer,.txt" data-testid="list-file">${texts.list_file}</label>
</details>`;
}
