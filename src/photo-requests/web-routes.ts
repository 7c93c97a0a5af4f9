import { member } from '../platform/http/access.ts';
import { countAsCall } from '../platform/http/count-as-call.ts';
import { envelope } from '../platform/http/envelope.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import { deletedResponse, success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { itemParams, WORKSPACE, workspaceParams } from '../platform/http/workspace-route.ts';
import { listPage } from './list-page.ts';
import { createPhotoRequestBody, photoRequestResponse } from './schema.ts';
import { type PhotoRequestService, refuseEmailFields } from './service.ts';
import type { TeamView } from './team-view.ts';
import {
  photoRequestDetailResponse,
  searchPhotoRequestsQuery,
  shownRequestListResponse,
} from './web-schema.ts';

export function photoRequestWebRoutes(
  app: App,
  deps: { photoRequests: PhotoRequestService; teamView: TeamView; rateLimiter: RateLimiter },
): void {
  const { photoRequests, teamView, rateLimiter } = deps;

  app.get(
    `${WORKSPACE}/photo-requests`,
    {
      config: { access: member('viewer') },
      schema: {
        params: workspaceParams,
        querystring: searchPhotoRequestsQuery,
        response: { 200: success('One page of photo requests.', shownRequestListResponse) },
      },
    },
    async (request) => {
      const { limit, cursor, search, assignee, ...given } = request.query;
      const owner = request.member;
      const filters = assignee === undefined ? given : { ...given, assignee_id: owner.userId };
      return listPage(request, photoRequests, { owner, limit, cursor, search, filters }, teamView.pageMapper);
    },
  );

  app.post(
    `${WORKSPACE}/photo-requests`,
    {
      config: { access: member('member') },
      preValidation: async (request) => refuseEmailFields(request.member.plan, request.body),
      schema: {
        params: workspaceParams,
        body: createPhotoRequestBody,
        response: { 201: success('The new photo request.', photoRequestResponse) },
      },
    },
    async (request, reply) => {
      const { member } = request;
      await countAsCall(rateLimiter, member);
      const { data } = await photoRequests.create(member, request.body);
      return reply.code(201).send(envelope(request, data));
    },
  );

  app.get(
    `${WORKSPACE}/photo-requests/:id`,
    {
      config: { access: member('viewer') },
      schema: {
        params: itemParams,
        response: { 200: success('The photo request and its activity.', photoRequestDetailResponse) },
      },
    },
    async (request) => {
      const owner = request.member;
      const row = await photoRequests.find(owner, request.params.id);
      return envelope(request, {
        ...(await teamView.show(owner, row)),
        timeline: await teamView.timeline(owner, row),
      });
    },
  );

  app.delete(
    `${WORKSPACE}/photo-requests/:id`,
    {
      config: { access: member('member') },
      schema: { params: itemParams, response: { 200: success('Deleted.', deletedResponse) } },
    },
    async (request) => {
      const { id } = request.params;
      await photoRequests.erase(request.member, id);
      return envelope(request, { id, deleted: true as const });
    },
  );
}
