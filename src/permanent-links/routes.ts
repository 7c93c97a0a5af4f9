import type { PermanentLinkRow } from '../platform/db/tables.ts';
import { notFound } from '../platform/errors.ts';
import { apiKey, byId } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { idempotencyClaimOf, sendCreated } from '../platform/http/idempotency.ts';
import { DEFAULT_LIMIT, decodeCursor, pageEnvelope } from '../platform/http/pages.ts';
import { deletedResponse, errorResponses, success } from '../platform/http/responses.ts';
import { type App, idParams } from '../platform/http/typed-app.ts';
import type { PermanentLinkRepository } from './repository.ts';
import {
  accessCodeResponse,
  createPermanentLinkBody,
  listPermanentLinksQuery,
  permanentLinkListResponse,
  permanentLinkResponse,
  updatePermanentLinkBody,
} from './schema.ts';
import type { PermanentLinkService } from './service.ts';

export function permanentLinkRoutes(
  app: App,
  deps: {
    permanentLinks: PermanentLinkService;
    permanentLinkRepository: Pick<PermanentLinkRepository, 'findCallerWithLink'>;
  },
): void {
  const { permanentLinks, permanentLinkRepository } = deps;

  app.get(
    '/permanent-links',
    {
      config: { access: apiKey('permanent_links:read') },
      schema: {
        operationId: 'listPermanentLinks',
        summary: 'List permanent links, newest first',
        tags: ['Permanent links'],
        querystring: listPermanentLinksQuery,
        response: {
          200: success('One page of permanent links.', permanentLinkListResponse),
          ...errorResponses(400, 401, 403, 429),
        },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor, ...filters } = request.query;
      const list = { kind: 'permanentLink' as const, owner: request.caller, filters };
      const after = decodeCursor(list, cursor);
      const rows = await permanentLinks.list(request.caller, filters, { limit, after });
      const toWire = await permanentLinks.pageMapper(request.caller);
      return pageEnvelope(request, list, { rows, limit }, toWire);
    },
  );

  app.post(
    '/permanent-links',
    {
      config: { access: apiKey('permanent_links:write') },
      schema: {
        operationId: 'createPermanentLink',
        summary: 'Create a permanent link',
        tags: ['Permanent links'],
        body: createPermanentLinkBody,
        response: {
          201: success('The new permanent link.', permanentLinkResponse),
          ...errorResponses(400, 401, 403, 422, 429),
        },
      },
    },
    async (request, reply) => {
      const claim = idempotencyClaimOf(request);
      const created = await permanentLinks.create(request.caller, request.body, claim);
      return sendCreated(request, reply, created);
    },
  );

  app.get(
    '/permanent-links/:id',
    {
      config: { access: apiKey('permanent_links:read', byId(permanentLinkRepository.findCallerWithLink)) },
      schema: {
        operationId: 'getPermanentLink',
        summary: 'Get one permanent link',
        tags: ['Permanent links'],
        params: idParams,
        response: {
          200: success('The permanent link.', permanentLinkResponse),
          ...errorResponses(401, 403, 404, 429),
        },
      },
    },
    async (request) => {
      const row = request.loaded as PermanentLinkRow | { id: null };
      if (row.id === null) throw notFound('The permanent link');
      return envelope(request, await permanentLinks.show(request.caller, row));
    },
  );

  app.get(
    '/permanent-links/:id/access-code',
    {
      // Whoever may set it may see it.
      config: { access: apiKey('permanent_links:write') },
      exposeHeadRoute: false,
      schema: {
        operationId: 'getPermanentLinkAccessCode',
        summary: 'Get the access code of a permanent link',
        tags: ['Permanent links'],
        params: idParams,
        response: {
          200: success('The access code; `null` when there is none.', accessCodeResponse),
          ...errorResponses(401, 403, 404, 429),
        },
      },
    },
    async (request) => {
      const row = await permanentLinks.find(request.caller, request.params.id);
      return envelope(request, { access_code: permanentLinks.accessCodeOf(row) });
    },
  );

  app.patch(
    '/permanent-links/:id',
    {
      config: { access: apiKey('permanent_links:write') },
      schema: {
        operationId: 'updatePermanentLink',
        summary: 'Update a permanent link; fields you leave out stay unchanged',
        tags: ['Permanent links'],
        params: idParams,
        body: updatePermanentLinkBody,
        response: {
          200: success('The updated permanent link.', permanentLinkResponse),
          ...errorResponses(400, 401, 403, 404, 422, 429),
        },
      },
    },
    async (request) =>
      envelope(request, await permanentLinks.update(request.caller, request.params.id, request.body)),
  );

  app.delete(
    '/permanent-links/:id',
    {
      config: { access: apiKey('permanent_links:write') },
      schema: {
        operationId: 'deletePermanentLink',
        summary: 'Delete a permanent link; photos submitted through it are kept',
        tags: ['Permanent links'],
        params: idParams,
        response: { 200: success('Deleted.', deletedResponse), ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const { id } = request.params;
      await permanentLinks.delete(request.caller, id);
      return envelope(request, { id, deleted: true as const });
    },
  );
}
