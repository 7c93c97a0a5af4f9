import { changesBetween } from '../audit/changes.ts';
import { LARGEST_LOGO } from '../photos/logo-rules.ts';
import type { Queries } from '../platform/db/database.ts';
import type { WorkspaceRow } from '../platform/db/tables.ts';
import { ServiceError, validationError } from '../platform/errors.ts';
import { member } from '../platform/http/access.ts';
import { success } from '../platform/http/answers.ts';
import { envelope } from '../platform/http/envelope.ts';
import type { App } from '../platform/http/typed-app.ts';
import { isAllowed } from '../workspaces/ip-allow-list.ts';
import { hasRole, type Member, requireConfirmation, type WebRouteGroup } from './access.ts';
import { type ChangeSettings, changeSettingsBody, settingsAnswer, toSettings } from './settings-schema.ts';
import { WORKSPACE, workspaceParams } from './workspace-route.ts';

export const settingsRoutes: WebRouteGroup = (app, services) => {
  const { database, workspaces, workspaceRepository, brands, audit } = services;
  const answer = { 200: success('The settings as they are now.', settingsAnswer) };

  app.get(
    `${WORKSPACE}/settings`,
    { config: { access: member('viewer') }, schema: { params: workspaceParams, response: answer } },
    async (request) => {
      const { workspaceId, ipAddress } = request.member;
      return envelope(request, toSettings(await workspaces.find(workspaceId), ipAddress));
    },
  );

  app.patch(
    `${WORKSPACE}/settings`,
    {
      config: { access: member('admin') },
      schema: { params: workspaceParams, body: changeSettingsBody, response: answer },
    },
    async (request) => {
      const { member, body } = request;
      if (body.name !== undefined && !hasRole(member.role, 'owner')) {
        throw new ServiceError('insufficient_permission', 'Only owners of the workspace may rename it.');
      }
      if (needsConfirmation(await workspaces.find(member.workspaceId), body)) {
        requireConfirmation(member, services.clock());
      }
      const row = await database.write(async (trx) => {
        const before = await workspaceRepository.lock(trx, member.workspaceId);
        const changed = await workspaces.changeSettings(trx, member.workspaceId, {
          name: body.name,
          brandColor: body.brand_color,
          timeZone: body.time_zone,
          ipAllowList: body.ip_allow_list,
          retentionDays: body.retention_days,
        });
        warnOfLockOut(member, body);
        const details = changesBetween(settingsOf(before ?? changed), settingsOf(changed));
        if (Object.keys(details).length > 0)
          await audit.record(trx, { ...noteOf(member, 'settings_changed'), details });
        return changed;
      });
      return envelope(request, toSettings(row, member.ipAddress));
    },
  );

  takeImages(app);

  app.put(
    `${WORKSPACE}/settings/logo`,
    {
      config: { access: member('admin') },
      // More than a logo may have, so that a larger one is refused in words.
      bodyLimit: 4 * LARGEST_LOGO,
      schema: { params: workspaceParams, response: answer },
    },
    async (request) => {
      const { member, body } = request as { member: Member; body: unknown };
      if (!Buffer.isBuffer(body) || body.length === 0) {
        throw validationError({ logo: ['Must be a PNG or JPEG image, sent as the body.'] });
      }
      const note = (trx: Queries) => audit.record(trx, noteOf(member, 'logo_changed'));
      const row = await brands.change(member.workspaceId, { logo: body }, note);
      return envelope(request, toSettings(row, member.ipAddress));
    },
  );

  app.delete(
    `${WORKSPACE}/settings/logo`,
    { config: { access: member('admin') }, schema: { params: workspaceParams, response: answer } },
    async (request) => {
      const { member } = request;
      const note = (trx: Queries) => audit.record(trx, noteOf(member, 'logo_removed'));
      const row = await brands.change(member.workspaceId, { logo: null }, note);
      return envelope(request, toSettings(row, member.ipAddress));
    },
  );
};

/** What the settings page can change. */
function settingsOf({ name, brand_color, time_zone, ip_allow_list, retention_days }: WorkspaceRow) {
  return {
    name,
    brand_color,
    time_zone,
    ip_allow_list: JSON.parse(ip_allow_list ?? '[]') as string[],
    retention_days,
  };
}

function noteOf(member: Member, verb: string) {
  const { workspaceId, workspaceName } = member;
  return { member, action: `workspace.${verb}`, subjectId: workspaceId, subjectName: workspaceName };
}

/** What destroys photos, or opens the API to others. */
function needsConfirmation(row: WorkspaceRow, { retention_days: days, ip_allow_list }: ChangeSettings) {
  const keepsShorter = typeof days === 'number' && (row.retention_days === null || days < row.retention_days);
  const networks = JSON.parse(row.ip_allow_list ?? '[]') as string[];
  return keepsShorter || (ip_allow_list !== undefined && ip_allow_list.join() !== networks.join());
}

function warnOfLockOut({ ipAddress }: Member, { ip_allow_list: networks = [], lock_me_out }: ChangeSettings) {
  if (networks.length === 0 || lock_me_out === true || isAllowed(networks, ipAddress)) return;
  throw validationError({ ip_allow_list: [`Does not include your own address, ${ipAddress}.`] });
}

/** What is no image is refused by whoever looks into it. */
function takeImages(app: App): void {
  app.addContentTypeParser<Buffer>(/^image\//, { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
}
