import type { PhotoRequestRow } from '../platform/db/tables.ts';
import { apiKey, byId } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { idempotencyClaimOf, sendCreated } from '../platform/http/idempotency.ts';
import {
  deletedResponse,
  errorResponses,
  success,
  validationOrEmailResponse,
} from '../platform/http/responses.ts';
import { type App, idParams } from '../platform/http/typed-app.ts';
import type { BeforeCreation } from './creation-repository.ts';
import { listPage } from './list-page.ts';
import { listPhotoRequestsQuery } from './query-schema.ts';
import type { PhotoRequestRepository } from './repository.ts';
import {
  createPhotoRequestBody,
  type PhotoRequest,
  photoRequestListResponse,
  photoRequestResponse,
} from './schema.ts';
import { type PhotoRequestService, refuseEmailFields } from './service.ts';
import type { TeamView } from './team-view.ts';
import { timelineResponse } from './timeline.ts';
import { requireShown } from './visibility.ts';

export function photoRequestRoutes(
  app: App,
  deps: {
    photoRequests: PhotoRequestService;
    photoRequestRepository: Pick<
      PhotoRequestRepository,
      'findCallerBeforeCreation' | 'findCallerWithRequest'
    >;
    teamView: TeamView;
  },
): void {
  const { photoRequests, photoRequestRepository, teamView } = deps;

  app.get(
    '/photo-requests',
    {
      config: { access: apiKey('photo_requests:read') },
      schema: {
        operationId: 'listPhotoRequests',
        summary: 'List photo requests, newest first',
        tags: ['Photo requests'],
        querystring: listPhotoRequestsQuery,
        response: {
          200: success('One page of photo requests.', photoRequestListResponse),
          ...errorResponses(400, 401, 403, 429),
        },
      },
    },
    async (request) => {
      const { limit, cursor, search, view, ...filters } = request.query;
      return listPage<PhotoRequest>(
        request,
        photoRequests,
        { owner: request.caller, limit, cursor, search, filters },
        view === 'team' ? teamView.pageMapper : photoRequests.pageMapper,
      );
    },
  );

  app.post(
    '/photo-requests',
    {
      config: { access: apiKey('photo_requests:write', photoRequestRepository.findCallerBeforeCreation) },
      preValidation: async (request) => refuseEmailFields(request.caller.plan, request.body),
      schema: {
        operationId: 'createPhotoRequest',
        summary: 'Create a photo request',
        tags: ['Photo requests'],
        body: createPhotoRequestBody,
        response: {
          201: success('The new photo request.', photoRequestResponse),
          ...errorResponses(400, 401, 403, 429),
          422: validationOrEmailResponse,
        },
      },
    },
    async (request, reply) => {
      const claim = idempotencyClaimOf(request);
      const { before } = request.loaded as { before?: BeforeCreation };
      const created = await photoRequests.create(request.caller, request.body, claim, before);
      return sendCreated(request, reply, created);
    },
  );

  app.get(
    '/photo-requests/:id',
    {
      config: { access: apiKey('photo_requests:read', byId(photoRequestRepository.findCallerWithRequest)) },
      schema: {
        operationId: 'getPhotoRequest',
        summary: 'Get one photo request',
        tags: ['Photo requests'],
        params: idParams,
        response: {
          200: success('The photo request.', photoRequestResponse),
          ...errorResponses(401, 403, 404, 429),
        },
      },
    },
    async (request) => {
      const row = requireShown(request.loaded as PhotoRequestRow | { id: null });
      return envelope(request, await photoRequests.read(request.caller, row));
    },
  );

  app.get(
    '/photo-requests/:id/team-view',
    {
      config: { access: apiKey('photo_requests:read') },
      schema: {
        operationId: 'getPhotoRequestTeamView',
        summary: 'Get one photo request as your team sees it, with its assignee and what waits for review',
        tags: ['Photo requests'],
        params: idParams,
        response: {
          200: success('The photo request, with all fields.', photoRequestResponse),
          ...errorResponses(401, 403, 404, 429),
        },
      },
    },
    async (request) => {
      const row = await photoRequests.find(request.caller, request.params.id);
      const shown = await teamView.show(request.caller, row);
      return envelope(request, {
        ...shown.request,
        ...(shown.is_unsubscribed ? { recipient_unsubscribed: true } : {}),
        recipient_opted_out: shown.is_opted_out,
        keeps_photos: shown.keeps_photos,
      });
    },
  );

  app.get(
    '/photo-requests/:id/timeline',
    {
      config: { access: apiKey('photo_requests:read') },
      schema: {
        operationId: 'listPhotoRequestTimeline',
        summary: 'List everything that happened to a photo request, oldest first',
        tags: ['Photo requests'],
        params: idParams,
        response: {
          200: success('What happened, and the notes of your team.', timelineResponse),
          ...errorResponses(401, 403, 404, 429),
        },
      },
    },
    async (request) => {
      const row = await photoRequests.find(request.caller, request.params.id);
      return envelope(request, await teamView.timeline(request.caller, row));
    },
  );

  app.delete(
    '/photo-requests/:id',
    {
      config: { access: apiKey('photo_requests:write') },
      schema: {
        operationId: 'deletePhotoRequest',
        summary: 'Delete a photo request and its photos; the customer’s link stops working',
        tags: ['Photo requests'],
        params: idParams,
        response: { 200: success('Deleted.', deletedResponse), ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const { id } = request.params;
      await photoRequests.delete(request.caller, id);
      return envelope(request, { id, deleted: true as const });
    },
  );

  app.post(
    '/photo-requests/:id/erase',
    {
      config: { access: apiKey('photo_requests:write') },
      schema: {
        operationId: 'erasePhotoRequest',
        summary: 'Delete a photo request with every trace of its customer: emails, events, kept responses',
        description:
          'What deleting it in the web application does. Webhooks that were not delivered yet are not sent any more; `photo_request.deleted` tells of it, without what the request said.',
        tags: ['Photo requests'],
        params: idParams,
        response: { 200: success('Erased.', deletedResponse), ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request) => {
      // A visit to a permanent link is the customer's own until it is submitted.
      const { id } = await photoRequests.find(request.caller, request.params.id);
      await photoRequests.erase(request.caller, id);
      return envelope(request, { id, deleted: true as const });
    },
  );
}
