import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Credentials } from '../content-credentials/credentials.ts';
import type { Unsubscribing } from '../email/unsubscribing.ts';
import { sendPage } from '../pages/send-page.ts';
import type { Clock } from '../platform/clock.ts';
import { OverloadedError, ServiceError } from '../platform/errors.ts';
import { PUBLIC } from '../platform/http/access.ts';
import { statusOf } from '../platform/http/error-handler.ts';
import { challengeOf, type Proof } from '../platform/http/proof-of-work.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import type { App } from '../platform/http/typed-app.ts';
import type { CustomerUrls } from '../shared/customer-urls.ts';
import type { CustomerSide } from './customer-side.ts';
import { embedOf, embedQuery, framingOf } from './embedding.ts';
import { captureData, siteData } from './page-content.ts';
import {
  type AccessProblem,
  type Assets,
  type CodeEntry,
  HEAD_START_SOURCE,
  renderAccessPage,
  renderCapturePage,
  renderCodePage,
  renderEmbedRefusal,
  renderLandingPage,
  renderProblemPage,
  type ServerProblem,
} from './pages/index.ts';
import { HANDOVER_CODE } from './schema.ts';
import type { CaptureTarget, TargetKind } from './targets.ts';
import { unsubscribePageRoutes } from './unsubscribe-page-routes.ts';
import { verifyPageRoutes } from './verify-page-routes.ts';

const LANGUAGE_COOKIE = 'Path=/; Max-Age=31536000; SameSite=Lax';
const MAX_FORM_BYTES = 4_096;
const PATH_OF = { request: '/r', link: '/p' } as const;
const PROBLEM_STATUS = { gone: 404, expired: 410, closed: 410, submitted: 200, trouble: 503 } as const;

const pageQuery = z.object({
  lang: z.string().max(35).optional().catch(undefined),
  /** The visit to a permanent link that goes on here. */
  visit: z.string().optional().catch(undefined),
  /** The site that shows the page in a frame. */
  embed: z.string().optional().catch(undefined),
});
const accessForm = z.object({ access_code: z.string().max(64).catch('') });
const ACCESS_STATUS = { 'code-wrong': 403, 'code-throttled': 429 } as const;
/** Anything else is no code of ours, and is not drawn into a picture. */
const qrQuery = z.object({ continue: z.string().regex(HANDOVER_CODE).optional() });
const codeForm = z.object({
  code: z.string().catch(''),
  challenge: z.string().max(200).optional().catch(undefined),
  answer: z.string().max(20).optional().catch(undefined),
});

/** The pages that customers open: a request, a permanent link, the code entry, and the front door. */
export function capturePageRoutes(
  app: App,
  deps: {
    capture: Pick<CustomerSide, 'sessions' | 'access' | 'codes' | 'wayBack' | 'hostOf'>;
    urls: CustomerUrls;
    clock: Clock;
    rateLimiter: RateLimiter;
    assets: Assets;
    credentials: Pick<Credentials, 'trust'>;
    unsubscribing: Unsubscribing;
  },
): void {
  const { sessions, access, codes, wayBack } = deps.capture;
  const { urls, clock, assets } = deps;
  const site = (request: FastifyRequest, target?: CaptureTarget) =>
    siteData(request, assets, target, embedOf(framingOf(request, target)));

  app.addHook('onRequest', async (request, reply) => {
    const { lang } = request.query as { lang?: unknown };
    const chosen = site(request).lang;
    if (lang === chosen) reply.header('set-cookie', `lang=${chosen}; ${LANGUAGE_COOKIE}`);
  });

  async function sendProblem(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: ServerProblem,
    target?: CaptureTarget,
  ) {
    const isFramed = framingOf(request, target).kind !== 'none';
    const back = target === undefined || isFramed ? null : await wayBack.of(target);
    return sendPage(request, reply, {
      status: PROBLEM_STATUS[kind],
      usesCamera: false,
      framedBy: embedOf(framingOf(request, target)),
      render: (nonce) => renderProblemPage(kind, { ...site(request, target), back }, assets, nonce),
    });
  }

  const refuse = app.errorHandler;
  // Someone with a phone in hand is not shown JSON.
  app.setErrorHandler((error, request, reply) => {
    const isOverload = error instanceof OverloadedError;
    // Under a flood of forms, not one more page is rendered than has to be.
    const isCheap = isOverload && request.method !== 'GET';
    if (isCheap || statusOf(error, request) < 500) return refuse(error as Error, request, reply);
    if (!isOverload) request.log.error({ err: error }, 'A page could not be shown');
    return sendProblem(request, reply.header('retry-after', 5), 'trouble');
  });

  function sendAccessPage(
    request: FastifyRequest,
    reply: FastifyReply,
    target: CaptureTarget,
    problem: AccessProblem = null,
  ) {
    return sendPage(request, reply, {
      status: problem === null ? 200 : ACCESS_STATUS[problem],
      usesCamera: false,
      framedBy: embedOf(framingOf(request, target)),
      render: (nonce) => renderAccessPage(problem, site(request, target), assets, nonce),
    });
  }

  /** The same whether or not there is such a request. */
  const sendEmbedRefusal = (request: FastifyRequest, reply: FastifyReply, origin: string) =>
    sendPage(request, reply, {
      status: 403,
      usesCamera: false,
      framedBy: origin,
      render: (nonce) => renderEmbedRefusal(origin, site(request), assets, nonce),
    });

  /** Lets whoever types the right code on to the link's page. */
  async function enterAccessCode(request: FastifyRequest, reply: FastifyReply, slug: string) {
    const target = await sessions.findTarget('link', slug);
    if (target === undefined || problemOf(target) !== null) return showTarget(request, reply, 'link', slug);
    // The owner took the code away while its form was open.
    const framing = framingOf(request, target);
    const next = `/p/${target.key}${embedQuery(framing)}`;
    if (target.accessCode === null) return reply.redirect(next, 303);
    const { access_code: typed } = accessForm.catch({ access_code: '' }).parse(request.body);
    try {
      const cookie = await access.enter(target, typed, {
        address: request.ip,
        isFramed: framing.kind === 'allowed',
      });
      if (cookie === undefined) return sendAccessPage(request, reply, target, 'code-wrong');
      return reply.header('set-cookie', cookie).redirect(next, 303);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'rate_limited') throw error;
      reply.header('retry-after', error.retryAfterSeconds ?? 60);
      return sendAccessPage(request, reply, target, 'code-throttled');
    }
  }

  async function showTarget(request: FastifyRequest, reply: FastifyReply, kind: TargetKind, key: string) {
    // Typed by hand, or drawn into a QR code of capitals alone.
    const target = await sessions.findTarget(kind, key.toLowerCase());
    const framing = framingOf(request, target);
    if (framing.kind === 'refused') return sendEmbedRefusal(request, reply, framing.origin);
    if (target === undefined) return sendProblem(request, reply, 'gone');
    // An old slug leads to the new one.
    if (target.key !== key)
      return reply.redirect(`${PATH_OF[kind]}/${target.key}${embedQuery(framing)}`, 302);
    const problem = problemOf(target);
    if (problem !== null) return sendProblem(request, reply, problem, target);
    if (!access.isAdmitted(target, request.headers.cookie)) return sendAccessPage(request, reply, target);
    const { visit } = request.query as z.infer<typeof pageQuery>;
    const shown = kind === 'link' ? await sessions.shownOn(target, visit) : target;
    return sendPage(request, reply, {
      status: 200,
      usesCamera: true,
      scriptSource: HEAD_START_SOURCE,
      framedBy: embedOf(framing),
      render: (nonce) => {
        const context = { urls, now: clock(), embed: embedOf(framing) };
        return renderCapturePage(captureData(request, assets, shown, context), assets, nonce);
      },
    });
  }

  /** The page's address; with a code of the page that shows it, so that the other device can continue there. */
  async function showQrCode(reply: FastifyReply, kind: TargetKind, key: string, code: string | undefined) {
    const target = await sessions.findTarget(kind, key);
    if (target === undefined) throw new ServiceError('not_found', 'This page was not found.');
    const address = kind === 'request' ? urls.requestUrl(target.key) : urls.permanentLinkUrl(target.key);
    const { renderSVG } = await import('uqr');
    // In the fragment, which is not sent to any server.
    const fragment = code === undefined ? '' : `#continue=${code}`;
    return reply
      .header('content-type', 'image/svg+xml')
      .header('content-security-policy', "default-src 'none'")
      .send(renderSVG(address + fragment, { border: 2 }));
  }

  const page = { config: { access: PUBLIC }, schema: { querystring: pageQuery } };
  const anyKey = z.object({ key: z.string() });
  const token = z.object({ token: z.string() });
  const slug = z.object({ slug: z.string() });

  app.get('/', page, async (request, reply) =>
    sendPage(request as never, reply as never, {
      status: 200,
      usesCamera: false,
      render: (nonce) => {
        const data = site(request as never);
        return renderLandingPage(data, { verify: assets.verifyTexts[data.lang]?.title ?? '' }, assets, nonce);
      },
    }),
  );

  for (const prefix of ['/R', '/P']) {
    app.get(`${prefix}/:key`, { ...page, schema: { ...page.schema, params: anyKey } }, (request, reply) =>
      reply.redirect(`${prefix.toLowerCase()}/${encodeURIComponent(request.params.key.toLowerCase())}`, 302),
    );
  }
  for (const path of ['/CODE', '/Code'])
    app.get(path, page, (_request, reply) => reply.redirect('/code', 302));

  app.get('/r/:token', { ...page, schema: { ...page.schema, params: token } }, (request, reply) =>
    showTarget(request as never, reply as never, 'request', request.params.token),
  );

  app.get('/p/:slug', { ...page, schema: { ...page.schema, params: slug } }, (request, reply) =>
    showTarget(request as never, reply as never, 'link', request.params.slug),
  );

  app.get(
    '/r/:token/qr.svg',
    { ...page, schema: { params: token, querystring: qrQuery } },
    (request, reply) => showQrCode(reply as never, 'request', request.params.token, request.query.continue),
  );

  app.get('/p/:slug/qr.svg', { ...page, schema: { params: slug, querystring: qrQuery } }, (request, reply) =>
    showQrCode(reply as never, 'link', request.params.slug, request.query.continue),
  );

  verifyPageRoutes(app, { credentials: deps.credentials, assets });
  unsubscribePageRoutes(app, deps);

  const sendCodePage = (request: FastifyRequest, reply: FastifyReply, status: number, entry: CodeEntry) =>
    sendPage(request, reply, {
      status,
      usesCamera: false,
      render: (nonce) => renderCodePage(site(request), entry, assets, nonce),
    });

  app.get('/code', page, async (request, reply) =>
    sendCodePage(request as never, reply as never, 200, {
      problem: null,
      code: '',
      challenge: await codes.challengeFor(request.ip),
    }),
  );

  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    scope.post('/p/:slug', { config: { access: PUBLIC }, schema: { params: slug } }, (request, reply) =>
      enterAccessCode(request as never, reply as never, (request.params as { slug: string }).slug),
    );
    (scope as unknown as FastifyInstance).post(
      '/code',
      { config: { access: PUBLIC } },
      async (request, reply) => {
        const form = codeForm.catch({ code: '' }).parse(request.body);
        try {
          return reply.redirect(await codes.pathOf(form.code, request.ip, proofOf(form)), 303);
        } catch (error) {
          const refusal = codeRefusalOf(error);
          if (refusal === undefined) throw error;
          if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
          return sendCodePage(request, reply, refusal.status, {
            problem: refusal.problem,
            code: form.code.slice(0, 40),
            challenge: refusal.challenge ?? (await codes.challengeFor(request.ip)),
          });
        }
      },
    );
  });
}

function problemOf(target: CaptureTarget): ServerProblem | null {
  const { status } = target;
  return status === 'pending' || status === 'in_progress' ? null : status;
}

/** A form without a script sends the answer empty, or not at all. */
function proofOf({ challenge, answer }: z.infer<typeof codeForm>): Proof | undefined {
  if (challenge === undefined || challenge === '') return undefined;
  return { challenge, answer: answer === '' ? undefined : answer };
}

/** What the code page says of a refusal; undefined for what is none. */
function codeRefusalOf(error: unknown) {
  if (!(error instanceof ServiceError)) return undefined;
  const { code, retryAfterSeconds } = error;
  if (code === 'not_found') return { status: 404, problem: 'code-unknown' } as const;
  if (code === 'rate_limited') {
    return { status: 429, problem: 'code-throttled', retryAfterSeconds: retryAfterSeconds ?? 60 } as const;
  }
  if (code !== 'proof_required') return undefined;
  return { status: 429, problem: 'code-checking', retryAfterSeconds, challenge: challengeOf(error) } as const;
}
