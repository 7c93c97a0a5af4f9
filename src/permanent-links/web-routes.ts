import { listPhotoRequestsQuery } from '../photo-requests/query-schema.ts';
import { photoRequestListResponse } from '../photo-requests/schema.ts';
import type { PhotoRequestService } from '../photo-requests/service.ts';
import { member } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { DEFAULT_LIMIT, decodeCursor, pageEnvelope } from '../platform/http/pages.ts';
import { deletedResponse, success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { itemParams, WORKSPACE, workspaceParams } from '../platform/http/workspace-route.ts';
import {
  accessCodeResponse,
  createPermanentLinkBody,
  listPermanentLinksQuery,
  permanentLinkListResponse,
  permanentLinkResponse,
  updatePermanentLinkBody,
} from './schema.ts';
import type { PermanentLinkService } from './service.ts';

const submissionsQuery = listPhotoRequestsQuery.pick({ limit: true, cursor: true });

export function permanentLinkWebRoutes(
  app: App,
  deps: {
    permanentLinks: PermanentLinkService;
    photoRequests: Pick<PhotoRequestService, 'list' | 'pageMapper'>;
  },
): void {
  const { permanentLinks, photoRequests } = deps;
  const { find } = permanentLinks;
  app.get(
    `${WORKSPACE}/permanent-links`,
    {
      config: { access: member('viewer') },
      schema: {
        params: workspaceParams,
        querystring: listPermanentLinksQuery,
        response: { 200: success('One page of permanent links.', permanentLinkListResponse) },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor, ...filters } = request.query;
      const list = { kind: 'permanentLink' as const, owner: request.member, filters };
      const after = decodeCursor(list, cursor);
      const rows = await permanentLinks.list(request.member, filters, { limit, after });
      const toWire = await permanentLinks.pageMapper(request.member);
      return pageEnvelope(request, list, { rows, limit }, toWire);
    },
  );

  app.post(
    `${WORKSPACE}/permanent-links`,
    {
      config: { access: member('member') },
      schema: {
        params: workspaceParams,
        body: createPermanentLinkBody,
        response: { 201: success('The new permanent link.', permanentLinkResponse) },
      },
    },
    async (request, reply) => {
      const { data } = await permanentLinks.create(request.member, request.body);
      return reply.code(201).send(envelope(request, data));
    },
  );

  app.get(
    `${WORKSPACE}/permanent-links/:id`,
    {
      config: { access: member('viewer') },
      schema: {
        params: itemParams,
        response: { 200: success('The permanent link.', permanentLinkResponse) },
      },
    },
    async (request) => {
      const row = await find(request.member, request.params.id);
      return envelope(request, await permanentLinks.show(request.member, row));
    },
  );

  app.get(
    `${WORKSPACE}/permanent-links/:id/access-code`,
    {
      config: { access: member('member') },
      schema: {
        params: itemParams,
        response: { 200: success('The access code; null when there is none.', accessCodeResponse) },
      },
    },
    async (request) => {
      const row = await find(request.member, request.params.id);
      return envelope(request, { access_code: permanentLinks.accessCodeOf(row) });
    },
  );

  app.get(
    `${WORKSPACE}/permanent-links/:id/submissions`,
    {
      config: { access: member('viewer') },
      schema: {
        params: itemParams,
        querystring: submissionsQuery,
        response: { 200: success('Submissions sent through it, newest first.', photoRequestListResponse) },
      },
    },
    async (request) => {
      const owner = request.member;
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const filters = { permanent_link_id: (await find(owner, request.params.id)).id };
      const list = { kind: 'photoRequest' as const, owner, filters };
      const after = decodeCursor(list, cursor);
      const rows = await photoRequests.list(owner, filters, { limit, after });
      const toWire = await photoRequests.pageMapper(owner, rows);
      return pageEnvelope(request, list, { rows, limit }, toWire);
    },
  );

  app.patch(
    `${WORKSPACE}/permanent-links/:id`,
    {
      config: { access: member('member') },
      schema: {
        params: itemParams,
        body: updatePermanentLinkBody,
        response: { 200: success('The updated permanent link.', permanentLinkResponse) },
      },
    },
    async (request) => {
      const { member, params, body } = request;
      return envelope(request, await permanentLinks.update(member, params.id, body));
    },
  );

  app.delete(
    `${WORKSPACE}/permanent-links/:id`,
    {
      config: { access: member('member') },
      schema: { params: itemParams, response: { 200: success('Deleted.', deletedResponse) } },
    },
    async (request) => {
      const { id } = request.params;
      await permanentLinks.delete(request.member, id);
      return envelope(request, { id, deleted: true as const });
    },
  );
}
