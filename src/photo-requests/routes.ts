import type { PhotoRequestRow } from '../platform/db/tables.ts';
import { apiKey } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { idempotencyClaimOf, sendCreated } from '../platform/http/idempotency.ts';
import { DEFAULT_LIMIT, decodeCursor, pageEnvelope } from '../platform/http/pages.ts';
import {
  deletedResponse,
  errorResponses,
  success,
  validationOrEmailResponse,
} from '../platform/http/responses.ts';
import { type App, idParams } from '../platform/http/typed-app.ts';
import type { PhotoRequestRepository } from './repository.ts';
import {
  createPhotoRequestBody,
  listPhotoRequestsQuery,
  photoRequestListResponse,
  photoRequestResponse,
} from './schema.ts';
import { type PhotoRequestService, refuseEmailFields } from './service.ts';
import { requireShown } from './visibility.ts';

export function photoRequestRoutes(
  app: App,
  deps: {
    photoRequests: PhotoRequestService;
    photoRequestRepository: PhotoRequestRepository;
  },
): void {
  const { photoRequests, photoRequestRepository } = deps;

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
      const { limit = DEFAULT_LIMIT, cursor, ...filters } = request.query;
      const list = { kind: 'photoRequest' as const, owner: request.caller, filters };
      const after = decodeCursor(list, cursor);
      const rows = await photoRequests.list(request.caller, filters, { limit, after });
      const toWire = await photoRequests.pageMapper(request.caller, rows);
      return pageEnvelope(request, list, { rows, limit }, toWire);
    },
  );

  app.post(
    '/photo-requests',
    {
      config: { access: apiKey('photo_requests:write') },
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
      const created = await photoRequests.create(request.caller, request.body, claim);
      return sendCreated(request, reply, created);
    },
  );

  app.get(
    '/photo-requests/:id',
    {
      config: { access: apiKey('photo_requests:read', photoRequestRepository.findCallerWithRequest) },
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
}
