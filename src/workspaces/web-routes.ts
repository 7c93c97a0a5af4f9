import { member } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { WORKSPACE, workspaceParams } from '../platform/http/workspace-route.ts';
import type { WorkspaceService } from './service.ts';
import { changeSettingsBody, settingsResponse, toSettings } from './web-schema.ts';

export function settingsWebRoutes(app: App, { workspaces }: { workspaces: WorkspaceService }): void {
  const responses = { 200: success('The current settings.', settingsResponse) };

  app.get(
    `${WORKSPACE}/settings`,
    { config: { access: member('viewer') }, schema: { params: workspaceParams, response: responses } },
    async (request) => {
      const { workspaceId, ipAddress } = request.member;
      return envelope(request, toSettings(await workspaces.find(workspaceId), ipAddress));
    },
  );

  app.patch(
    `${WORKSPACE}/settings`,
    {
      config: { access: member('admin') },
      schema: { params: workspaceParams, body: changeSettingsBody, response: responses },
    },
    async (request) => {
      const { member } = request;
      const { lock_me_out: mayLockOut, ...settings } = request.body;
      const row = await workspaces.changeSettings(member, member.workspaceId, settings, { mayLockOut });
      return envelope(request, toSettings(row, member.ipAddress));
    },
  );
}
