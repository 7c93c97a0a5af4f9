import { apiKey } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { idempotencyClaimOf, sendCreated } from '../platform/http/idempotency.ts';
import { DEFAULT_LIMIT, decodeCursor, pageEnvelope } from '../platform/http/pages.ts';
import { deletedResponse, errorResponses, success } from '../platform/http/responses.ts';
import { type App, idParams } from '../platform/http/typed-app.ts';
import {
  createTemplateBody,
  duplicateTemplateBody,
  listTemplatesQuery,
  templateListResponse,
  templateResponse,
  updateTemplateBody,
} from './schema.ts';
import type { TemplateService } from './service.ts';

const tags = ['Templates'];

export function templateRoutes(app: App, { templates }: { templates: TemplateService }): void {
  app.get(
    '/templates',
    {
      config: { access: apiKey('photo_requests:read') },
      schema: {
        operationId: 'listTemplates',
        summary: 'List templates, newest first',
        tags,
        querystring: listTemplatesQuery,
        response: {
          200: success('One page of templates.', templateListResponse),
          ...errorResponses(400, 401, 403, 429),
        },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor, ...filters } = request.query;
      const list = { kind: 'template' as const, owner: request.caller, filters };
      const after = decodeCursor(list, cursor);
      const rows = await templates.list(request.caller, filters, { limit, after });
      return pageEnvelope(request, list, { rows, limit }, templates.toWire);
    },
  );

  app.post(
    '/templates',
    {
      config: { access: apiKey('photo_requests:write') },
      schema: {
        operationId: 'createTemplate',
        summary: 'Create a template',
        tags,
        body: createTemplateBody,
        response: {
          201: success('The new template.', templateResponse),
          ...errorResponses(400, 401, 403, 422, 429),
        },
      },
    },
    async (request, reply) => {
      const created = await templates.create(request.caller, request.body, idempotencyClaimOf(request));
      return sendCreated(request, reply, created);
    },
  );

  app.get(
    '/templates/:id',
    {
      config: { access: apiKey('photo_requests:read') },
      schema: {
        operationId: 'getTemplate',
        summary: 'Get one template',
        tags,
        params: idParams,
        response: {
          200: success('The template.', templateResponse),
          ...errorResponses(401, 403, 404, 429),
        },
      },
    },
    async (request) =>
      envelope(request, templates.toWire(await templates.find(request.caller, request.params.id))),
  );

  app.patch(
    '/templates/:id',
    {
      config: { access: apiKey('photo_requests:write') },
      schema: {
        operationId: 'updateTemplate',
        summary: 'Update, archive or restore a template; fields you leave out stay unchanged',
        tags,
        params: idParams,
        body: updateTemplateBody,
        response: {
          200: success('The updated template.', templateResponse),
          ...errorResponses(400, 401, 403, 404, 422, 429),
        },
      },
    },
    async (request) =>
      envelope(request, await templates.update(request.caller, request.params.id, request.body)),
  );

  app.post(
    '/templates/:id/duplicate',
    {
      config: { access: apiKey('photo_requests:write') },
      schema: {
        operationId: 'duplicateTemplate',
        summary: 'Create a template with the content of another',
        tags,
        params: idParams,
        body: duplicateTemplateBody,
        response: {
          201: success('The new template.', templateResponse),
          ...errorResponses(400, 401, 403, 404, 422, 429),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const claim = idempotencyClaimOf(request);
      const created = await templates.duplicate(request.caller, id, request.body.name ?? null, claim);
      return sendCreated(request, reply, created);
    },
  );

  app.delete(
    '/templates/:id',
    {
      config: { access: apiKey('photo_requests:write') },
      schema: {
        operationId: 'deleteTemplate',
        summary: 'Delete a template; what was created from it is kept',
        tags,
        params: idParams,
        response: { 200: success('Deleted.', deletedResponse), ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const { id } = request.params;
      await templates.delete(request.caller, id);
      return envelope(request, { id, deleted: true as const });
    },
  );
}
