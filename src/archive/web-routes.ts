import { accountKey, applyThrottle } from '../identity/throttle.ts';
import type { PhotoRequestService } from '../photo-requests/service.ts';
import { member } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { DEFAULT_LIMIT, decodeCursor, pageEnvelope } from '../platform/http/pages.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import { success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { itemParams, WORKSPACE, workspaceParams } from '../platform/http/workspace-route.ts';
import type { ArchiveCopyLog } from './copy-log.ts';
import type { ArchiveSettingsService } from './settings.ts';
import {
  archiveBody,
  archiveCopiesQuery,
  archiveCopyListResponse,
  archiveCopyResponse,
  archivedRequestResponse,
  archiveResponse,
  archiveTestResponse,
  resendBody,
  resentResponse,
  toWireCopy,
} from './web-schema.ts';

const PATH = `${WORKSPACE}/archive`;

export function archiveWebRoutes(
  app: App,
  deps: {
    archiveSettings: ArchiveSettingsService;
    archiveCopies: ArchiveCopyLog;
    photoRequests: Pick<PhotoRequestService, 'find'>;
    rateLimiter: RateLimiter;
  },
): void {
  const { archiveSettings, archiveCopies, photoRequests, rateLimiter } = deps;
  const admin = { config: { access: member('admin') } };
  // Whoever decides where it goes gets all the photos.
  const confirmed = { config: { access: member('admin', { confirmed: true }) } };
  const shown = { 200: success('The archive and how it is doing.', archiveResponse) };

  app.get(PATH, { ...admin, schema: { params: workspaceParams, response: shown } }, async (request) =>
    envelope(request, await archiveSettings.show(request.member)),
  );

  app.put(
    PATH,
    { ...confirmed, schema: { params: workspaceParams, body: archiveBody, response: shown } },
    async (request) => envelope(request, await archiveSettings.save(request.member, request.body)),
  );

  app.delete(
    PATH,
    { ...confirmed, schema: { params: workspaceParams, response: shown } },
    async (request) => {
      await archiveSettings.delete(request.member);
      return envelope(request, await archiveSettings.show(request.member));
    },
  );

  app.post(
    `${PATH}/test`,
    {
      ...admin,
      schema: {
        params: workspaceParams,
        body: archiveBody,
        response: { 200: success('Whether a file could be written and deleted.', archiveTestResponse) },
      },
    },
    async (request) => {
      const { member, body } = request;
      await applyThrottle(rateLimiter, 'archiveTests', [accountKey(member.userId)]);
      const error = await archiveSettings.test(member, body);
      return envelope(request, { ok: error === undefined, error: error ?? null });
    },
  );

  app.get(
    `${PATH}/copies`,
    {
      ...admin,
      schema: {
        params: workspaceParams,
        querystring: archiveCopiesQuery,
        response: { 200: success('One page of copies, newest first.', archiveCopyListResponse) },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor, ...filters } = request.query;
      const owner = request.member;
      const list = { kind: 'archiveCopy' as const, owner, filters };
      const rows = await archiveCopies.list(owner, filters, { limit, after: decodeCursor(list, cursor) });
      return pageEnvelope(request, list, { rows, limit }, toWireCopy);
    },
  );

  app.post(
    `${PATH}/copies/resend`,
    {
      ...admin,
      schema: {
        params: workspaceParams,
        body: resendBody,
        response: { 200: success('How many are copied again.', resentResponse) },
      },
    },
    async (request) => {
      const requestId = request.body.request_id ?? undefined;
      return envelope(request, { count: await archiveCopies.resendFailed(request.member, requestId) });
    },
  );

  app.post(
    `${PATH}/copies/:id/resend`,
    {
      ...admin,
      schema: {
        params: itemParams,
        response: { 200: success('It is copied again.', archiveCopyResponse) },
      },
    },
    async (request) => {
      const copy = await archiveCopies.resend(request.member, request.params.id);
      return envelope(request, toWireCopy(copy));
    },
  );

  app.get(
    `${WORKSPACE}/photo-requests/:id/archive`,
    {
      config: { access: member('viewer') },
      schema: {
        params: itemParams,
        response: { 200: success('How much of the request is in the archive.', archivedRequestResponse) },
      },
    },
    async (request) => {
      const { id } = await photoRequests.find(request.member, request.params.id);
      return envelope(request, await archiveCopies.ofRequest(request.member, id));
    },
  );
}
