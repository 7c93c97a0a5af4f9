import { z } from 'zod';
import { html, styleBlock } from '../pages/html.ts';
import { sendPage } from '../pages/send-page.ts';
import { renderPage } from '../pages/shell.ts';
import { PUBLIC } from '../platform/http/access.ts';
import type { App } from '../platform/http/typed-app.ts';
import type { Switch, SwitchingOff } from './switch-off.ts';

const MAX_FORM_BYTES = 4_096;
const params = z.object({ token: z.string().max(200) });
const ADDRESS = '/notifications/off/:token';

const EMAILS: Record<Switch, string> = {
  submitted: 'emails about submitted photos',
  review: 'emails about photos to review',
  mentioned: 'emails about mentions and assignments',
  endpoint_failing: 'emails about failing webhook endpoints',
  archive_failing: 'emails about a failing archive',
  quota: 'emails about the photo quota',
  digest: 'the daily summary',
};

const STYLE = `:root{color-scheme:light dark;--page:#f4f6f8;--card:#fff;--ink:#10161b;--soft:#5c6770;--line:#dfe5ea}
@media(prefers-color-scheme:dark){:root{--page:#12171c;--card:#1b2228;--ink:#f1f4f6;--soft:#a9b4bd;--line:#2e363d}}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
main{max-width:30rem;margin:12vh auto 0;padding:2rem 1.5rem;background:var(--card);border:1px solid var(--line);border-radius:16px;overflow-wrap:anywhere}
@media(max-width:32rem){main{margin:0;min-height:100vh;border:0;border-radius:0}}
h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.25;text-wrap:balance}p{margin:0 0 1.25rem;color:var(--soft)}
button{width:100%;min-height:3rem;padding:.75rem 1rem;border:2px solid var(--accent-edge);border-radius:12px;background:var(--accent);color:var(--on-accent);font-family:inherit;font-size:1rem;font-weight:600;line-height:1.3;cursor:pointer}
button:focus-visible,a:focus-visible{outline:3px solid var(--accent-text);outline-offset:3px}a{color:var(--accent-text)}`;

type Shown = { what: Switch; workspaceName: string; workspaceId: string } | undefined;

/**
 * Turns off a kind of email without signing in. Looking changes nothing, since mail scanners open every link; the button and
 * mail programs post.
 */
export function switchOffPageRoutes(app: App, { switchingOff }: { switchingOff: SwitchingOff }): void {
  const config = { access: PUBLIC };

  app.get(ADDRESS, { config, schema: { params } }, async (request, reply) => {
    const { token } = request.params;
    const found = await switchingOff.describe(token);
    return send(request as never, reply as never, found, (shown) => ({
      title: `Turn off ${EMAILS[shown.what]}?`,
      text: `This is about ${shown.workspaceName}. You still see what happens there in the application.`,
      form: html`<form method="post"><button>Turn off</button></form>`,
    }));
  });

  app.register(async (scope) => {
    // Mail programs send a form of either kind; what is in it says nothing that the address does not.
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      scope.addContentTypeParser(
        type,
        { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
        (_request, _body, done) => done(null, null),
      );
    (scope as unknown as App).post(ADDRESS, { config, schema: { params } }, async (request, reply) => {
      const found = await switchingOff.switchOff(request.params.token);
      return send(request as never, reply as never, found, (shown) => ({
        title: 'Turned off',
        text: `You won’t get ${EMAILS[shown.what]} in ${shown.workspaceName} anymore.`,
        form: html`<p><a href="/app/${shown.workspaceId}/live/notifications/settings">Notification settings</a></p>`,
      }));
    });
  });
}

function send(
  request: Parameters<typeof sendPage>[0],
  reply: Parameters<typeof sendPage>[1],
  found: Shown,
  contentOf: (shown: NonNullable<Shown>) => { title: string; text: string; form: ReturnType<typeof html> },
) {
  const content =
    found === undefined
      ? {
          title: 'This link doesn’t work',
          text: 'It is incomplete, or you left the workspace.',
          form: html``,
        }
      : contentOf(found);
  return sendPage(request, reply, {
    status: found === undefined ? 404 : 200,
    usesCamera: false,
    render: (nonce) =>
      renderPage({
        lang: 'en',
        dir: 'ltr',
        title: content.title,
        color: null,
        nonce,
        head: styleBlock(nonce, STYLE),
        body: html`<main><h1>${content.title}</h1><p>${content.text}</p>${content.form}</main>`,
      }),
  });
}
