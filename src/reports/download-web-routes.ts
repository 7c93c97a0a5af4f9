import { member } from '../platform/http/access.ts';
import type { App } from '../platform/http/typed-app.ts';
import { itemParams, WORKSPACE } from '../platform/http/workspace-route.ts';
import { sendReport, sendZip, zipQuery } from './download-replies.ts';
import type { Downloads } from './downloads.ts';

export function downloadWebRoutes(app: App, { downloads }: { downloads: Downloads }): void {
  // Without HEAD, which would read every photo for nothing.
  const forViewers = { config: { access: member('viewer') }, exposeHeadRoute: false };

  app.get(
    `${WORKSPACE}/photo-requests/:id/photos.zip`,
    { ...forViewers, schema: { params: itemParams, querystring: zipQuery } },
    async ({ member, params, query }, reply) =>
      sendZip(reply as never, await downloads.zip(member, params.id, query.photos)),
  );

  app.get(
    `${WORKSPACE}/photo-requests/:id/report.pdf`,
    { ...forViewers, schema: { params: itemParams } },
    async ({ member, params }, reply) =>
      sendReport(reply as never, await downloads.report(member, params.id, member.userId)),
  );
}
