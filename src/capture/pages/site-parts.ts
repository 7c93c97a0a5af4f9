import { type Html, html } from '../../pages/html.ts';
import { ICONS, type IconName } from '../../pages/icons.ts';
import type { PageAssets, PageWorkspace, SiteData } from './page-data.ts';

/** Head of the pages without a camera. */
export function siteHead(assets: PageAssets, { embed }: Pick<SiteData, 'embed'> = {}): Html {
  return html`${
    embed !== undefined &&
    html`<meta name="embed" content="${embed}"><script type="module" src="${assets.extrasScript}"></script>
`
  }<link rel="stylesheet" href="${assets.captureStyles}">
<link rel="stylesheet" href="${assets.siteStyles}">
<script type="module" src="${assets.siteScript}"></script>`;
}

export function icon(name: IconName): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
}

export function topBar(
  data: Pick<SiteData, 'lang' | 'texts' | 'languages' | 'path' | 'embed'>,
  workspace: PageWorkspace | null,
): Html {
  return html`<header class="top">${workspace === null ? ownName() : whoAsks(workspace)}
<form class="language" method="get" action="${data.path}">
<label>${icon('globe')}<span class="unseen">${data.texts.language}</span>
<select name="lang" data-testid="language">${data.languages.map(
    ({ code, name }) =>
      html`<option value="${code}" lang="${code}"${code === data.lang && html` selected`}>${name}</option>`,
  )}</select></label>${data.embed !== undefined && html`<input type="hidden" name="embed" value="${data.embed}">`}<noscript><button>OK</button></noscript>
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
