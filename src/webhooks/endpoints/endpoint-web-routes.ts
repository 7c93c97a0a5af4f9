import { member } from '../../platform/http/access.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { deletedResponse, success } from '../../platform/http/responses.ts';
import type { App } from '../../platform/http/typed-app.ts';
import { itemParams, WORKSPACE, workspaceParams } from '../../platform/http/workspace-route.ts';
import { isServed } from './endpoint-rights.ts';
import {
  createEndpointBody,
  editEndpointBody,
  endpointDetailResponse,
  endpointListResponse,
  endpointResponse,
  endpointWithSecretResponse,
  toWireEndpoint,
} from './endpoint-web-schema.ts';
import type { WebhookEndpoints } from './endpoints.ts';
import { createFindServed } from './served-endpoint.ts';

interface HeldDeliveries {
  heldCount(workspaceId: string, endpointId: string): Promise<number>;
}

export function endpointWebRoutes(
  app: App,
  deps: { webhookEndpoints: WebhookEndpoints; deliveryLog: HeldDeliveries },
): void {
  const { webhookEndpoints, deliveryLog } = deps;
  const find = createFindServed(webhookEndpoints);
  app.get(
    `${WORKSPACE}/webhooks`,
    {
      config: { access: member('admin') },
      schema: { params: workspaceParams, response: { 200: success('The endpoints.', endpointListResponse) } },
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
        response: { 201: success('The new endpoint, with its secret.', endpointWithSecretResponse) },
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
      const { data: created } = await webhookEndpoints.create(member, member.workspaceId, input);
      const data = { ...toWireEndpoint(created), signing_secret: created.signingSecret };
      return reply.code(201).send(envelope(request, data));
    },
  );

  app.get(
    `${WORKSPACE}/webhooks/:id`,
    {
      config: { access: member('admin') },
      schema: { params: itemParams, response: { 200: success('The endpoint.', endpointDetailResponse) } },
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
        response: { 200: success('The updated endpoint.', endpointResponse) },
      },
    },
    async (request) => {
      const { member, body, params } = request;
      const changed = await webhookEndpoints.edit(member, member.workspaceId, params.id, body);
      return envelope(request, toWireEndpoint(changed));
    },
  );

  app.delete(
    `${WORKSPACE}/webhooks/:id`,
    {
      config: { access: member('admin', { confirmed: true }) },
      schema: { params: itemParams, response: { 200: success('Deleted.', deletedResponse) } },
    },
    async (request) => {
      const { member, params } = request;
      const { id } = await webhookEndpoints.delete(member, member.workspaceId, params.id);
      return envelope(request, { id, deleted: true as const });
    },
  );
}
