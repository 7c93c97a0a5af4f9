import { member } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { DEFAULT_LIMIT, decodeCursor, pageEnvelope } from '../platform/http/pages.ts';
import { deletedResponse, success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { itemParams, WORKSPACE, workspaceParams } from '../platform/http/workspace-route.ts';
import {
  createTemplateBody,
  duplicateTemplateBody,
  listTemplatesQuery,
  templateListResponse,
  templateResponse,
  updateTemplateBody,
} from './schema.ts';
import type { TemplateService } from './service.ts';

export function templateWebRoutes(app: App, { templates }: { templates: TemplateService }): void {
  const created = { 201: success('The new template.', templateResponse) };

  app.get(
    `${WORKSPACE}/templates`,
    {
      config: { access: member('viewer') },
      schema: {
        params: workspaceParams,
        querystring: listTemplatesQuery,
        response: { 200: success('One page of templates.', templateListResponse) },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor, ...filters } = request.query;
      const list = { kind: 'template' as const, owner: request.member, filters };
      const after = decodeCursor(list, cursor);
      const rows = await templates.list(request.member, filters, { limit, after });
      return pageEnvelope(request, list, { rows, limit }, templates.toWire);
    },
  );

  app.post(
    `${WORKSPACE}/templates`,
    {
      config: { access: member('member') },
      schema: { params: workspaceParams, body: createTemplateBody, response: created },
    },
    async (request, reply) => {
      const { data } = await templates.create(request.member, request.body);
      return reply.code(201).send(envelope(request, data));
    },
  );

  app.get(
    `${WORKSPACE}/templates/:id`,
    {
      config: { access: member('viewer') },
      schema: { params: itemParams, response: { 200: success('The template.', templateResponse) } },
    },
    async (request) =>
      envelope(request, templates.toWire(await templates.find(request.member, request.params.id))),
  );

  app.patch(
    `${WORKSPACE}/templates/:id`,
    {
      config: { access: member('member') },
      schema: {
        params: itemParams,
        body: updateTemplateBody,
        response: { 200: success('The updated template.', templateResponse) },
      },
    },
    async (request) =>
      envelope(request, await templates.update(request.member, request.params.id, request.body)),
  );

  app.post(
    `${WORKSPACE}/templates/:id/duplicate`,
    {
      config: { access: member('member') },
      schema: { params: itemParams, body: duplicateTemplateBody, response: created },
    },
    async (request, reply) => {
      const { member, params, body } = request;
      const { data } = await templates.duplicate(member, params.id, body.name ?? null);
      return reply.code(201).send(envelope(request, data));
    },
  );

  app.delete(
    `${WORKSPACE}/templates/:id`,
    {
      config: { access: member('member') },
      schema: { params: itemParams, response: { 200: success('Deleted.', deletedResponse) } },
    },
    async (request) => {
      const { id } = request.params;
      await templates.delete(request.member, id);
      return envelope(request, { id, deleted: true as const });
    },
  );
}
