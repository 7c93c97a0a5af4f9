import { member } from '../platform/http/access.ts';
import type { WebRouteGroup } from './access.ts';
import { createLiveStreams } from './live-streams.ts';
import { WORKSPACE, workspaceParams } from './workspace-route.ts';

export const liveRoutes: WebRouteGroup = (app, services) => {
  const streams = createLiveStreams(services);
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
};
