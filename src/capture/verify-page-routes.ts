import { z } from 'zod';
import type { Credentials } from '../content-credentials/credentials.ts';
import { sendPage } from '../pages/send-page.ts';
import { PUBLIC } from '../platform/http/access.ts';
import type { App } from '../platform/http/typed-app.ts';
import { siteData } from './page-content.ts';
import { type Assets, renderVerifyPage } from './pages/index.ts';

/** Where anyone checks a sealed photo, in their own browser. */
export function verifyPageRoutes(
  app: App,
  { credentials, assets }: { credentials: Pick<Credentials, 'trust'>; assets: Assets },
): void {
  const schema = { querystring: z.object({ lang: z.string().max(35).optional().catch(undefined) }) };
  for (const path of ['/VERIFY', '/Verify'])
    app.get(path, { config: { access: PUBLIC }, schema }, (_request, reply) =>
      reply.redirect('/verify', 302),
    );

  app.get('/verify', { config: { access: PUBLIC }, schema }, async (request, reply) => {
    const { organizations = null } = await credentials.trust();
    const site = siteData(request as never, assets);
    const texts = assets.verifyTexts[site.lang] ?? {};
    return sendPage(request as never, reply as never, {
      status: 200,
      usesCamera: false,
      render: (nonce) => renderVerifyPage(site, { texts, organizations }, assets, nonce),
    });
  });
}
