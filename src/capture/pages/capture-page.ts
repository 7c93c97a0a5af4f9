import { type Html, html, jsonBlock, styleBlock } from '../../pages/html.ts';
import { renderPage } from '../../pages/shell.ts';
import { fillPlural, fillText, type Texts, timeLeft } from '../../pages/texts.ts';
import { headStart } from './head-start.ts';
import type { PageAssets, PageData } from './page-data.ts';
import { icon, topBar } from './site-parts.ts';

/**
 * Everything a person needs stands in the page before any script has run. `start` is a link to itself: pressed early,
 * it marks the address, and the script goes on from there as soon as it is loaded.
 */
export function renderCapturePage(data: PageData, assets: PageAssets, nonce: string): string {
  const { lang, dir, texts, workspace } = data;
  return renderPage({
    lang,
    dir,
    title: fillText(texts, lang, 'heading', { workspace: workspace.name }),
    color: workspace.color,
    nonce,
    failure: {
      title: texts['script-error_title'] ?? '',
      text: texts['script-error_text'] ?? '',
      reload: texts.try_again ?? '',
    },
    // The scripts before the styles, which are half of the page: they are asked for while the rest is on its way.
    head: html`${
      hasExtras(data) &&
      html`<script type="module" src="${assets.extrasScript}"></script>
`
    }<script type="module" src="${assets.captureScript}"></script>
<noscript>${styleBlock(nonce, '#start{display:none}')}</noscript>${styleBlock(nonce, assets.captureRules)}`,
    // The head start needs the data, and has to be there before a button that can be pressed.
    body: html`${jsonBlock('page', { ...data, texts: textsForScript(texts, data) })}${headStart}
<div id="app">${introScreen(data)}</div>`,
  });
}

/** Listens to the page's own script, so it comes first. */
function hasExtras({ request, embed }: PageData): boolean {
  return request.cancelUrl !== undefined || embed !== undefined;
}

/** Of other pages, of help, and of screens that follow the page itself or a response of the server, with a network to fetch them by. */
const RARE =
  /^(?:access|embed|help|site|noscript|code|camera-in-use|no-camera|permission-denied|script|blocked|busy|closed|ended|enter_code|expired|gone|handed-over|in-app|insecure|not-included|photos?-refused|quota|sending|submitted|thanks|use_this)(?:[-_]|$)/;

/** Of what follows the shutter, and comes with the script for that (`web/capture/controller.ts`). */
const OF_PHOTOS =
  /^(?:add_photo|all_photos|hint|overview|remove|retake|review|said|send|state|take_missing|use|use_anyway)(?:_|$)/;

const OF_CHANGES = /^(?:changes|reason)_/;
const OF_CHALLENGES = /^challenge_/;
const OF_QUESTIONS = /^questions_/;
const OF_GUIDES = /^guide_/;
const OF_CANCELING = /^not_now$/;
const OF_FREE_CHOICE = /^up_to_/;

/** What only other pages or rare screens say is not carried along; the script fetches it when it is needed. */
export function textsForScript(
  texts: Texts,
  { request, challenges }: Pick<PageData, 'request' | 'challenges'>,
): Texts {
  const isCarried = (key: string) => {
    if (OF_PHOTOS.test(key)) return false;
    if (OF_CHANGES.test(key)) return request.round > 1;
    if (OF_QUESTIONS.test(key)) return request.questions !== undefined;
    if (OF_CANCELING.test(key)) return request.cancelUrl !== undefined;
    if (OF_FREE_CHOICE.test(key)) return request.slots.length === 0;
    if (OF_GUIDES.test(key)) return request.slots.some(({ help }) => help?.example !== undefined);
    return OF_CHALLENGES.test(key) ? challenges : !RARE.test(key);
  };
  return Object.fromEntries(Object.entries(texts).filter(([key]) => isCarried(key)));
}

function introScreen(data: PageData): Html {
  const { lang, texts, workspace, request } = data;
  const say = (key: string) => fillText(texts, lang, key, { workspace: workspace.name });
  const path = new URL(request.url).pathname;
  return html`<div class="page intro">
${topBar({ ...data, path }, workspace)}
<main>
<h1>${say('heading')}</h1>
<noscript><p class="notice">${say('noscript')}</p></noscript>
${request.round > 1 ? wantedAgain(data) : wanted(data)}
<p class="fine">${icon('lock')}<span>${say('live_note')} ${say('privacy')}</span></p>
</main>
<footer class="actions"><a class="button main" id="start" href="#start" role="button" data-testid="start">${icon('camera')}<span>${say('start')}</span></a>${
    request.cancelUrl !== undefined &&
    html`<a class="button" data-testid="not-now" href="${request.cancelUrl}">${say('not_now')}</a>`
  }</footer>
</div>`;
}

function wanted(data: PageData): Html {
  return html`<p class="wish" dir="auto">${data.request.instructions}</p>
${facts(data)}
${slotList(data)}`;
}

/** What is to be taken again, and why. */
function wantedAgain(data: PageData): Html {
  const { lang, texts, workspace, request } = data;
  const say = (key: string, values = {}) =>
    fillText(texts, lang, key, { workspace: workspace.name, ...values });
  return html`<h2>${fillPlural(texts, lang, 'changes_title', request.slots.length)}</h2>
<p>${say('changes_text')}</p>
${request.message !== undefined && html`<p class="wish" dir="auto">${request.message}</p>`}
${facts(data)}
<ol class="slots">${request.slots.map(({ instructions, again }, index) => {
    const reason = again === undefined || again.reason === 'other' ? '' : say(`reason_${again.reason}`);
    return html`<li><span dir="auto">${instructions === '' ? say('photo_n', { n: index + 1 }) : instructions}</span> <em dir="auto">${reason} ${again?.message}</em></li>`;
  })}</ol>`;
}

function facts({ lang, texts, request, now }: PageData): Html {
  const many = fillPlural(texts, lang, request.slots.length > 0 ? 'photos' : 'up_to', request.maxPhotos);
  const ends =
    request.expiresAt !== null &&
    html`<li>${icon('clock')}<time datetime="${request.expiresAt}">${fillText(texts, lang, 'ends', {
      relative: timeLeft(lang, request.expiresAt, now),
    })}</time></li>`;
  return html`<ul class="facts"><li>${icon('camera')}${many}</li>${ends}</ul>`;
}

function slotList({ texts, request }: PageData): Html | null {
  if (request.slots.length === 0) return null;
  return html`<h2>${texts.what}</h2><ol class="slots">${request.slots.map(
    (slot) =>
      html`<li><span dir="auto">${slot.instructions}</span>${!slot.is_required && html` <em>${texts.optional}</em>`}</li>`,
  )}</ol>`;
}
