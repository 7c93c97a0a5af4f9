import { accentRules } from './colors.ts';
import { type FailureTexts, failureScreen, guardScript } from './failure-guard.ts';
import { type Html, html, styleBlock } from './html.ts';
import { ICONS, type IconName } from './icons.ts';
import type { PageAssets, PageWorkspace, SiteData } from './page-data.ts';

/** White on the default accent; an address of our own would be one more round trip. */
const FAVICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><rect width='24' height='24' rx='6' fill='%230b6170'/><circle cx='12' cy='12' r='5' fill='none' stroke='white' stroke-width='2.4'/></svg>";

interface Frame {
  lang: string;
  dir: string;
  title: string;
  color: string | null;
  nonce: string;
  /** Style sheets and scripts. */
  head: Html;
  body: Html;
  /** Of pages that are of no use without their script: what is shown when it fails. */
  failure?: FailureTexts;
}

export function renderFrame({ lang, dir, title, color, nonce, head, body, failure }: Frame): string {
  return html`<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f4f6f8">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#12171c">
<title>${title}</title>
<link rel="icon" href="${FAVICON}">
${failure && guardScript}${head}
${styleBlock(nonce, accentRules(color))}
</head>
<body>
${body}
${failure && failureScreen(failure)}
</body>
</html>
`.markup;
}

/** Head of the pages without a camera. */
export function siteHead(assets: PageAssets): Html {
  return html`<link rel="stylesheet" href="${assets.captureStyles}">
<link rel="stylesheet" href="${assets.siteStyles}">
<script type="module" src="${assets.siteScript}"></script>`;
}

export function icon(name: IconName): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
}

export function topBar(
  data: Pick<SiteData, 'lang' | 'texts' | 'languages' | 'path'>,
  workspace: PageWorkspace | null,
): Html {
  return html`<header class="top">${workspace === null ? ownName() : whoAsks(workspace)}
<form class="language" method="get" action="${data.path}">
<label>${icon('globe')}<span class="unseen">${data.texts.language}</span>
<select name="lang" data-testid="language">${data.languages.map(
    ({ code, name }) =>
      html`<option value="${code}" lang="${code}"${code === data.lang && html` selected`}>${name}</option>`,
  )}</select></label><noscript><button>OK</button></noscript>
</form></header>`;
}

function whoAsks({ name, logoUrl }: PageWorkspace): Html {
  const mark =
    logoUrl === null
      ? html`<span class="mark" aria-hidden="true">${Array.from(name.trim())[0] ?? ''}</span>`
      : html`<img class="logo" src="${logoUrl}" alt="">`;
  return html`<span class="who">${mark}<b>${name}</b></span>`;
}

function ownName(): Html {
  return html`<a class="who" href="/"><span class="mark" aria-hidden="true">${icon('camera')}</span><b>Shutterpost</b></a>`;
}
