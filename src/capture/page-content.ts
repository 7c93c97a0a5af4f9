import type { FastifyRequest } from 'fastify';
import { chooseLanguage } from '../pages/language-choice.ts';
import type { CustomerUrls } from '../shared/customer-urls.ts';
import { directionOf } from '../shared/languages.ts';
import { displayCode } from '../shared/short-code.ts';
import { translatedQuestion, translationIn } from '../templates/translations.ts';
import { pageSlotsOf } from './page-slots.ts';
import type { Assets, PageData, PageWorkspace, SiteData } from './pages/index.ts';
import type { CaptureTarget } from './targets.ts';

/** What the pages without a camera show. */
export function siteData(
  request: FastifyRequest,
  assets: Assets,
  target?: Pick<CaptureTarget, 'locale' | 'host'>,
  embed?: string,
): SiteData {
  return {
    ...languageOf(request, assets, target),
    languages: assets.languages,
    path: pathOf(request),
    ...(embed !== undefined && { embed }),
    workspace: target === undefined ? null : workspaceOf(target),
  };
}

/** What the page of a request or permanent link shows, and what its script starts from. */
export function captureData(
  request: FastifyRequest,
  assets: Assets,
  target: CaptureTarget,
  context: { urls: CustomerUrls; now: number; embed?: string | undefined },
): PageData {
  const { urls, now, embed } = context;
  const { kind, key } = target;
  const language = languageOf(request, assets, target);
  const texts = translationIn(target.translations, language.lang);
  return {
    kind,
    key,
    ...language,
    languages: assets.languages,
    textsUrl: assets.textsUrl,
    workspace: workspaceOf(target),
    request: {
      instructions: texts?.instructions ?? target.instructions,
      ...(Object.keys(target.translations).length > 0 && { isTranslated: true as const }),
      round: target.round,
      ...(kind === 'link' && target.edition !== null && { edition: target.edition }),
      ...(target.message !== null && { message: target.message }),
      slots: pageSlotsOf(target, texts),
      ...(target.questions.length > 0 && {
        questions: target.questions.map((question) => translatedQuestion(question, texts)),
      }),
      maxPhotos: target.places.length,
      expiresAt: target.expiresAt === null ? null : new Date(target.expiresAt).toISOString(),
      code: displayCode(target.code),
      // In a frame the site around it hears of the end, and stays where it is.
      ...(target.urls.return_url !== null && embed === undefined && { returns: true as const }),
      ...(target.urls.cancel_url !== null && { cancelUrl: target.urls.cancel_url }),
      url: kind === 'request' ? urls.requestUrl(key) : urls.permanentLinkUrl(key),
    },
    ...(embed !== undefined && { embed }),
    challenges: target.policy.challenge !== 'off',
    now: new Date(now).toISOString(),
  };
}

function languageOf(
  request: FastifyRequest,
  assets: Assets,
  target: Pick<CaptureTarget, 'locale'> | undefined,
) {
  const { lang } = request.query as { lang?: unknown };
  const chosen = chooseLanguage({
    query: typeof lang === 'string' ? lang : undefined,
    cookie: request.headers.cookie,
    acceptLanguage: request.headers['accept-language'],
    locale: target?.locale ?? null,
  });
  return { lang: chosen, dir: directionOf(chosen), texts: assets.texts[chosen] ?? {} };
}

function workspaceOf({ host }: Pick<CaptureTarget, 'host'>): PageWorkspace {
  return {
    name: host.name,
    logoUrl: host.logoKey === null ? null : `/${host.logoKey.replace(/png$/, 'webp')}`,
    color: host.brandColor,
  };
}

/** With exactly one slash in front: after two of them a browser reads the name of another site. */
function pathOf(request: FastifyRequest): string {
  const [path = ''] = (request.raw.url ?? '').split('?');
  return `/${path.replace(/^[/\\]+/, '')}`;
}
