import { member } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { WORKSPACE, workspaceParams } from '../platform/http/workspace-route.ts';
import type { StatsService } from '../stats/service.ts';
import type { WorkspaceService } from '../workspaces/service.ts';
import { overviewResponse, planResponse } from './schema.ts';
import type { OverviewService } from './service.ts';

export function overviewWebRoutes(
  app: App,
  deps: {
    overview: OverviewService;
    workspaces: Pick<WorkspaceService, 'find'>;
    stats: StatsService;
  },
): void {
  const { overview, workspaces, stats } = deps;
  app.get(
    `${WORKSPACE}/overview`,
    {
      config: { access: member('viewer') },
      schema: { params: workspaceParams, response: { 200: success('The overview.', overviewResponse) } },
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
      schema: {
        params: workspaceParams,
        response: { 200: success('Plan, usage and counts.', planResponse) },
      },
    },
    async (request) => {
      const { callLimits } = request.member;
      return envelope(request, {
        ...(await stats.of(request.member)),
        call_limits: { per_minute: callLimits.perMinute, per_hour: callLimits.perHour },
      });
    },
  );
}
