import { html } from '../../pages/html.ts';
import { renderPage } from '../../pages/shell.ts';
import { fillText } from '../../pages/texts.ts';
import type { PageAssets, ProblemKind, SiteData, WayBack } from './page-data.ts';
import { icon, siteHead, topBar } from './site-parts.ts';

export type ServerProblem = Extract<ProblemKind, 'gone' | 'expired' | 'closed' | 'submitted' | 'trouble'>;

/** A page that cannot go on to the camera, as far as the server can tell. */
export function renderProblemPage(
  kind: ServerProblem,
  data: SiteData & { back?: WayBack | null },
  assets: PageAssets,
  nonce: string,
): string {
  const { lang, dir, texts } = data;
  const workspace = data.workspace ?? null;
  const done = kind === 'submitted';
  const say = (key: string) => fillText(texts, lang, key, { workspace: workspace?.name ?? 'Shutterpost' });
  return renderPage({
    lang,
    dir,
    title: say(`${kind}_title`),
    color: workspace?.color ?? null,
    nonce,
    head: siteHead(assets, data),
    body: html`<div class="page problem" data-testid="problem" data-problem="${kind}">
${topBar(data, workspace)}
<main class="center">
<div class="badge${done && ' good'}">${icon(done ? 'check' : 'alert')}</div>
<h1>${say(`${kind}_title`)}</h1>
<p>${say(`${kind}_text`)}</p>
</main>
<footer class="actions">${
      kind === 'trouble'
        ? html`<a class="button main" href="${data.path}">${say('try_again')}</a>`
        : done
          ? data.back &&
            html`<a class="button main" data-testid="back" href="${data.back.url}">${fillText(texts, lang, 'thanks_back', { host: `\u2068${data.back.host}\u2069` })}</a>`
          : html`<a class="button" href="/code">${say('enter_code')}</a>`
    }</footer>
</div>`,
  });
}
