import { type Member, requireConfirmation } from '../identity/member.ts';
import { MAX_LOGO_BYTES } from '../photos/uploaded-image.ts';
import type { Clock } from '../platform/clock.ts';
import type { Flag, WorkspaceRow } from '../platform/db/tables.ts';
import { ServiceError, validationError } from '../platform/errors.ts';
import { member } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { takeImages } from '../platform/http/image-body.ts';
import { success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { WORKSPACE, workspaceParams } from '../platform/http/workspace-route.ts';
import { hasRole } from '../shared/roles.ts';
import { originsOf } from '../workspaces/origins.ts';
import type { WorkspaceService } from '../workspaces/service.ts';
import {
  type ChangeSettings,
  changeSettingsBody,
  settingsResponse,
  toSettings,
} from '../workspaces/web-schema.ts';
import type { BrandService } from './brand.ts';

export function settingsWebRoutes(
  app: App,
  deps: { workspaces: WorkspaceService; brands: BrandService; clock: Clock },
): void {
  const { workspaces, brands, clock } = deps;
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
      const { member, body } = request;
      if (body.name !== undefined && !hasRole(member.role, 'owner')) {
        throw new ServiceError('insufficient_permission', 'Only owners can rename the workspace.');
      }
      if (needsConfirmation(await workspaces.find(member.workspaceId), body)) {
        requireConfirmation(member, clock());
      }
      const { lock_me_out, reminder_weekends, ...settings } = body;
      const weekends =
        reminder_weekends === undefined ? {} : { reminder_weekends: flagOf(reminder_weekends) };
      const row = await workspaces.changeSettings(
        member,
        member.workspaceId,
        { ...settings, ...weekends },
        {
          mayLockOut: lock_me_out,
        },
      );
      return envelope(request, toSettings(row, member.ipAddress));
    },
  );

  takeImages(app);

  app.put(
    `${WORKSPACE}/settings/logo`,
    {
      config: { access: member('admin') },
      // More than a logo may have, so that a larger one is refused in words.
      bodyLimit: 4 * MAX_LOGO_BYTES,
      schema: { params: workspaceParams, response: responses },
    },
    async (request) => {
      const { member, body } = request as { member: Member; body: unknown };
      if (!Buffer.isBuffer(body) || body.length === 0) {
        throw validationError({ logo: ['Must be a PNG or JPEG image, sent as the body.'] });
      }
      const row = await brands.change(member, member.workspaceId, { logo: body });
      return envelope(request, toSettings(row, member.ipAddress));
    },
  );

  app.delete(
    `${WORKSPACE}/settings/logo`,
    { config: { access: member('admin') }, schema: { params: workspaceParams, response: responses } },
    async (request) => {
      const { member } = request;
      const row = await brands.change(member, member.workspaceId, { logo: null });
      return envelope(request, toSettings(row, member.ipAddress));
    },
  );
}

function flagOf(isOn: boolean): Flag {
  return isOn ? 1 : 0;
}

/** What destroys photos, or opens the API or the customers' pages to others. */
function needsConfirmation(row: WorkspaceRow, body: ChangeSettings) {
  const { retention_days: days, ip_allow_list, allowed_origins } = body;
  const keepsShorter = typeof days === 'number' && (row.retention_days === null || days < row.retention_days);
  const networks = JSON.parse(row.ip_allow_list ?? '[]') as string[];
  const known = originsOf(row.allowed_origins);
  return (
    keepsShorter ||
    (ip_allow_list !== undefined && ip_allow_list.join() !== networks.join()) ||
    (allowed_origins ?? []).some((origin) => !known.includes(origin))
  );
}
