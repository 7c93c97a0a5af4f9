import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SignUpMode } from '../identity/sign-up-mode.ts';
import { builtFileRoute } from '../pages/built-file-route.ts';
import { FAILURE_STYLES } from '../pages/failure-guard.ts';
import { html, jsonBlock, styleBlock } from '../pages/html.ts';
import { sendPage } from '../pages/send-page.ts';
import { renderPage } from '../pages/shell.ts';
import { notFound } from '../platform/errors.ts';
import { PUBLIC } from '../platform/http/access.ts';
import type { App } from '../platform/http/typed-app.ts';
import type { WebAppAssets } from './page-assets.ts';

/** What the pages before sign-in have to know. */
export interface WebAppSite {
  signUp: SignUpMode;
  mailConfigured: boolean;
}

/** These are no pages: whoever asks for one that does not exist is told so, and gets no page instead. */
const NO_PAGE = /^(?:api|assets)(?:\/|$)/;

/** One page for every address of the web application: its script looks at the address and shows what belongs there. */
export function webAppPageRoutes(app: App, assets: WebAppAssets, site: WebAppSite): void {
  const shown = { sign_up: site.signUp, mail_configured: site.mailConfigured };
  const sendShell = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(request, reply.header('cache-control', 'no-store'), {
      status: 200,
      usesCamera: false,
      render: (nonce) =>
        renderShell(assets, nonce, { nonce, ...shown, has_session_cookie: hasSessionCookie(request) }),
    });
  const anyPath = { params: z.object({ '*': z.string() }) };

  app.get('/app', { config: { access: PUBLIC } }, async (request, reply) =>
    sendShell(request as never, reply as never),
  );

  app.get('/app/*', { config: { access: PUBLIC }, schema: anyPath }, async (request, reply) => {
    if (NO_PAGE.test(request.params['*'])) throw notFound('This address');
    return sendShell(request as never, reply as never);
  });

  builtFileRoute(app, '/app/', () => assets.files);
}

/** Whether it is still good, only the session API can tell. */
function hasSessionCookie(request: FastifyRequest): boolean {
  return /(?:^|;\s*)(?:__Host-)?shutterpost=/.test(request.headers.cookie ?? '');
}

function renderShell(assets: WebAppAssets, nonce: string, site: object): string {
  return renderPage({
    lang: 'en',
    dir: 'ltr',
    title: 'Shutterpost',
    color: null,
    nonce,
    failure: {
      title: 'This page didn’t load properly',
      text: 'Reload it. If this keeps happening, try another browser or contact your administrator.',
      reload: 'Reload',
    },
    head: html`${styleBlock(nonce, FAILURE_STYLES)}${assets.styles.map((address) => html`<link rel="stylesheet" href="${address}">`)}
${jsonBlock('site', site)}
<script type="module" src="${assets.script}"></script>`,
    body: html`<div id="app"></div>
<noscript>Shutterpost's web application needs JavaScript. Please turn it on for this site.</noscript>`,
  });
}
