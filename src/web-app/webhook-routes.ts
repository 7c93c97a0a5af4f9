import { changesBetween } from '../audit/changes.ts';
import type { Also } from '../platform/db/also.ts';
import { member } from '../platform/http/access.ts';
import { deletedAnswer, success } from '../platform/http/answers.ts';
import { envelope } from '../platform/http/envelope.ts';
import type { WebhookEndpoint } from '../webhooks/endpoints.ts';
import { type Member, requireConfirmation, type WebRouteGroup } from './access.ts';
import { createFindServed, endpointNote, isServed } from './served-endpoint.ts';
import {
  createEndpointBody,
  editEndpointBody,
  endpointAnswer,
  endpointDetailAnswer,
  endpointListAnswer,
  endpointWithSecretAnswer,
  toWireEndpoint,
} from './webhook-schema.ts';
import { itemParams, WORKSPACE, workspaceParams } from './workspace-route.ts';

export const webhookRoutes: WebRouteGroup = (app, services) => {
  const { webhookEndpoints, deliveryLog, audit } = services;
  const find = createFindServed(services);
  const noteOf =
    (member: Member, verb: string): Also<WebhookEndpoint> =>
    (trx, endpoint) =>
      audit.record(trx, endpointNote(member, verb, endpoint));

  app.get(
    `${WORKSPACE}/webhooks`,
    {
      config: { access: member('admin') },
      schema: { params: workspaceParams, response: { 200: success('The endpoints.', endpointListAnswer) } },
    },
    async (request) => {
      const all = await webhookEndpoints.list(request.member.workspaceId);
      const served = all.filter((endpoint) => isServed(endpoint, request.member));
      return envelope(request, served.map(toWireEndpoint));
    },
  );

  app.post(
    `${WORKSPACE}/webhooks`,
    {
      config: { access: member('admin', { confirmed: true }) },
      schema: {
        params: workspaceParams,
        body: createEndpointBody,
        response: { 201: success('The new endpoint, with its secret.', endpointWithSecretAnswer) },
      },
    },
    async (request, reply) => {
      const { member, body } = request;
      const input = {
        url: body.url,
        name: body.name ?? undefined,
        events: body.events ?? undefined,
        serves: body.serves ?? undefined,
        isActive: body.is_active ?? undefined,
      };
      const made = await webhookEndpoints.create(member.workspaceId, input, noteOf(member, 'created'));
      const data = { ...toWireEndpoint(made), signing_secret: made.signingSecret };
      return reply.code(201).send(envelope(request, data));
    },
  );

  app.get(
    `${WORKSPACE}/webhooks/:id`,
    {
      config: { access: member('admin') },
      schema: { params: itemParams, response: { 200: success('The endpoint.', endpointDetailAnswer) } },
    },
    async (request) => {
      const endpoint = await find(request.member, request.params.id);
      const held_count = await deliveryLog.heldCount(request.member.workspaceId, endpoint.id);
      return envelope(request, { ...toWireEndpoint(endpoint), held_count });
    },
  );

  app.patch(
    `${WORKSPACE}/webhooks/:id`,
    {
      config: { access: member('admin') },
      schema: {
        params: itemParams,
        body: editEndpointBody,
        response: { 200: success('The changed endpoint.', endpointAnswer) },
      },
    },
    async (request) => {
      const { member, body } = request;
      const before = await find(member, request.params.id);
      const { id, url } = before;
      // Whoever decides where it goes gets all the photos.
      if (body.url !== undefined && body.url !== url) requireConfirmation(member, services.clock());
      const changed = await webhookEndpoints.edit(member.workspaceId, id, body, (trx, edited) => {
        const note = endpointNote(member, 'changed', edited);
        const changes = changesBetween(partsOf(before), partsOf(edited));
        return audit.record(trx, { ...note, details: { ...note.details, ...changes } });
      });
      return envelope(request, toWireEndpoint(changed));
    },
  );

  app.delete(
    `${WORKSPACE}/webhooks/:id`,
    {
      config: { access: member('admin', { confirmed: true }) },
      schema: { params: itemParams, response: { 200: success('It is gone.', deletedAnswer) } },
    },
    async (request) => {
      const { member } = request;
      const { id } = await find(member, request.params.id);
      await webhookEndpoints.delete(member.workspaceId, id, noteOf(member, 'deleted'));
      return envelope(request, { id, deleted: true as const });
    },
  );
};

/** What can be edited, for the audit log. */
function partsOf({ url, name, events, serves }: WebhookEndpoint) {
  return { url, name, events, serves };
}
