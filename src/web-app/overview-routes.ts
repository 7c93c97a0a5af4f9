import { createOverviewRepository } from '../overview/repository.ts';
import { overviewAnswer, planAnswer } from '../overview/schema.ts';
import { createOverviewService } from '../overview/service.ts';
import { member } from '../platform/http/access.ts';
import { success } from '../platform/http/answers.ts';
import { envelope } from '../platform/http/envelope.ts';
import type { WebRouteGroup } from './access.ts';
import { WORKSPACE, workspaceParams } from './workspace-route.ts';

export const overviewRoutes: WebRouteGroup = (app, services) => {
  const { workspaces, stats } = services;
  const overview = createOverviewService({
    ...services,
    repository: createOverviewRepository(services.database),
    links: services.photoLinks,
  });

  app.get(
    `${WORKSPACE}/overview`,
    {
      config: { access: member('viewer') },
      schema: { params: workspaceParams, response: { 200: success('The overview.', overviewAnswer) } },
    },
    async (request) => {
      const { time_zone } = await workspaces.find(request.member.workspaceId);
      return envelope(request, await overview.of(request.member, time_zone));
    },
  );

  app.get(
    `${WORKSPACE}/plan`,
    {
      config: { access: member('viewer') },
      schema: { params: workspaceParams, response: { 200: success('Plan, usage and counts.', planAnswer) } },
    },
    async (request) => {
      const { callLimits } = request.member;
      return envelope(request, {
        ...(await stats.of(request.member)),
        call_limits: { per_minute: callLimits.perMinute, per_hour: callLimits.perHour },
      });
    },
  );
};
