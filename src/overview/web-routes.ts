import { member } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { WORKSPACE, workspaceParams } from '../platform/http/workspace-route.ts';
import type { SlotImageService } from '../slot-images/service.ts';
import type { StatsService } from '../stats/service.ts';
import type { TemplateService } from '../templates/service.ts';
import type { WorkspaceService } from '../workspaces/service.ts';
import { overviewResponse, planResponse } from './schema.ts';
import type { OverviewService } from './service.ts';

export function overviewWebRoutes(
  app: App,
  deps: {
    overview: OverviewService;
    workspaces: Pick<WorkspaceService, 'find'>;
    stats: StatsService;
    templates: Pick<TemplateService, 'count'>;
    slotImages: Pick<SlotImageService, 'count'>;
  },
): void {
  const { overview, workspaces, stats, templates, slotImages } = deps;
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
      const { callLimits, plan } = request.member;
      return envelope(request, {
        ...(await stats.of(request.member)),
        call_limits: { per_minute: callLimits.perMinute, per_hour: callLimits.perHour },
        templates: { count: await templates.count(request.member), limit: plan.templates },
        slot_images: { count: await slotImages.count(request.member), limit: plan.slotImages },
      });
    },
  );
}
