import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Subscription, Unsubscribing } from '../email/unsubscribing.ts';
import { sendPage } from '../pages/send-page.ts';
import { SIGNED_LINK } from '../platform/http/access.ts';
import { type RateLimiter, rateLimited } from '../platform/http/rate-limit.ts';
import type { App } from '../platform/http/typed-app.ts';
import type { CustomerSide } from './customer-side.ts';
import { siteData } from './page-content.ts';
import {
  type Assets,
  renderProblemPage,
  renderUnsubscribePage,
  type UnsubscribeState,
} from './pages/index.ts';
import type { CaptureTarget } from './targets.ts';

const MAX_FORM_BYTES = 4_096;

const params = z.object({ token: z.string() });
const query = z.object({
  lang: z.string().max(35).optional().catch(undefined),
  /** Of the email, for someone whose browser does not say what they read. */
  locale: z.string().max(35).optional().catch(undefined),
});

/** Where customers say that they want no more email of a workspace, and take that back. */
export function unsubscribePageRoutes(
  app: App,
  deps: {
    capture: Pick<CustomerSide, 'hostOf'>;
    unsubscribing: Unsubscribing;
    rateLimiter: RateLimiter;
    assets: Assets;
  },
): void {
  const { capture, unsubscribing, rateLimiter, assets } = deps;

  /** Undefined when the link is not one of ours, or its workspace is gone. */
  async function find(token: string) {
    const subscription = unsubscribing.read(token);
    const host = subscription && (await capture.hostOf(subscription.workspaceId));
    return subscription && host && { subscription, host };
  }

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    of: { token: string; host: CaptureTarget['host']; state: UnsubscribeState },
  ) {
    const { token, host, state } = of;
    const { locale } = request.query as { locale?: string };
    const data = {
      ...siteData(request, assets, { locale: locale ?? null, host }),
      path: `/unsubscribe/${encodeURIComponent(token)}`,
    };
    return sendPage(request, reply, {
      status: 200,
      usesCamera: false,
      render: (nonce) => renderUnsubscribePage(state, data, assets, nonce),
    });
  }

  async function respond(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    act: (subscription: Subscription) => Promise<UnsubscribeState>,
  ) {
    const state = await rateLimiter.take('unsubscribes', request.ip);
    if (!state.allowed) throw rateLimited(state);
    const found = await find(token);
    if (found === undefined) {
      return sendPage(request, reply, {
        status: 404,
        usesCamera: false,
        render: (nonce) => renderProblemPage('gone', siteData(request, assets), assets, nonce),
      });
    }
    const { subscription, host } = found;
    return show(request, reply, { token, host, state: await act(subscription) });
  }

  const schema = { params, querystring: query };
  const page = { config: { access: SIGNED_LINK }, schema };

  // Mail scanners open every link: nothing happens by that.
  app.get('/unsubscribe/:token', page, (request, reply) =>
    respond(request as never, reply as never, request.params.token, async (subscription) =>
      (await unsubscribing.isUnsubscribed(subscription)) ? 'done' : 'asked',
    ),
  );

  app.register(async (scope) => {
    // RFC 8058 lets mail programs send a form of either kind. That it is sent is all it says.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, _body, done) => done(null, undefined),
    );
    const posts = scope as unknown as App;

    posts.post('/unsubscribe/:token', page, (request, reply) =>
      respond(request as never, reply as never, request.params.token, async (subscription) => {
        await unsubscribing.unsubscribe(subscription);
        return 'done';
      }),
    );

    posts.post('/unsubscribe/:token/undo', page, (request, reply) =>
      respond(request as never, reply as never, request.params.token, async (subscription) => {
        await unsubscribing.subscribeAgain(subscription);
        return 'undone';
      }),
    );
  });
}
