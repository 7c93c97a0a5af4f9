import { member } from '../platform/http/access.ts';
import type { App } from '../platform/http/typed-app.ts';
import { WORKSPACE, workspaceParams } from '../platform/http/workspace-route.ts';
import { createLiveStreams, type LiveStreamDeps } from './live-streams.ts';

export function liveWebRoutes(app: App, deps: LiveStreamDeps): void {
  const streams = createLiveStreams(deps);
  app.addHook('preClose', async () => streams.endAll());

  app.get(
    `${WORKSPACE}/events`,
    {
      config: { access: member('viewer'), isAlwaysTaken: true, staysOpen: true },
      exposeHeadRoute: false,
      schema: { params: workspaceParams },
    },
    (request, reply) =>
      reply
        .headers({
          'content-type': 'text/event-stream; charset=utf-8',
          // For proxies that would collect the messages first.
          'x-accel-buffering': 'no',
        })
        .send(streams.open(request.member, request.log)),
  );
}
