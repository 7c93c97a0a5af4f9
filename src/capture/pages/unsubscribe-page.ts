import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html } from '../../pages/html.ts';
import { renderPage } from '../../pages/shell.ts';
import { fillText, type Texts } from '../../pages/texts.ts';
import { projectFile } from '../../platform/project-files.ts';
import type { PageAssets, SiteData } from './page-data.ts';
import { icon, siteHead, topBar } from './site-parts.ts';

/** `asked`: nothing has happened yet; what just did, or did before, otherwise. */
export type UnsubscribeState = 'asked' | 'done' | 'undone';

const FOLDER = projectFile('src/pages/unsubscribing');
const read = new Map<string, Texts>();

/** A plain form, since it is opened from mail programs of all kinds. It does nothing until its button is pressed. */
export function renderUnsubscribePage(
  state: UnsubscribeState,
  data: SiteData,
  assets: PageAssets,
  nonce: string,
): string {
  const { lang, dir } = data;
  const workspace = data.workspace ?? null;
  const texts = textsOf(lang);
  const say = (key: string) => fillText(texts, lang, key, { workspace: workspace?.name ?? '' });
  const prefix = state === 'asked' ? '' : `${state}_`;
  const action = state === 'done' ? `${data.path}/undo` : data.path;
  return renderPage({
    lang,
    dir,
    title: say(`${prefix}title`),
    color: workspace?.color ?? null,
    nonce,
    head: siteHead(assets),
    body: html`<div class="page problem" data-testid="unsubscribe" data-state="${state}">
${topBar(data, workspace)}
<main class="center">
<div class="badge${state !== 'asked' && ' good'}">${icon(state === 'asked' ? 'alert' : 'check')}</div>
<h1>${say(`${prefix}title`)}</h1>
<p>${say(`${prefix}text`)}</p>
</main>
<footer class="actions"><form method="post" action="${action}?lang=${lang}">
${
  state !== 'undone' &&
  html`<button class="button${state === 'asked' && ' main'}" data-testid="unsubscribe-button">${say(state === 'asked' ? 'button' : 'undo')}</button>`
}
</form></footer>
</div>`,
  });
}

function textsOf(lang: string): Texts {
  let texts = read.get(lang);
  if (texts === undefined) {
    texts = JSON.parse(readFileSync(join(FOLDER, `${lang}.json`), 'utf8')) as Texts;
    read.set(lang, texts);
  }
  return texts;
}
