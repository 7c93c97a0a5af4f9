import { requireConfirmation } from '../../audit/confirmation.ts';
import type { Clock } from '../../platform/clock.ts';
import { member } from '../../platform/http/access.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { deletedResponse, success } from '../../platform/http/responses.ts';
import type { App } from '../../platform/http/typed-app.ts';
import { itemParams, WORKSPACE, workspaceParams } from '../../platform/http/workspace-route.ts';
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
import { createFindServed, isServed } from './served-endpoint.ts';

interface HeldDeliveries {
  heldCount(workspaceId: string, endpointId: string): Promise<number>;
}

export function endpointWebRoutes(
  app: App,
  deps: { webhookEndpoints: WebhookEndpoints; deliveryLog: HeldDeliveries; clock: Clock },
): void {
  const { webhookEndpoints, deliveryLog, clock } = deps;
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
      const created = await webhookEndpoints.create(member, member.workspaceId, input);
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
      const { member, body } = request;
      const { id, url, serves } = await find(member, request.params.id);
      // Whoever decides where it goes gets all the photos, and whoever turns sample photos into real ones.
      const goesElsewhere = body.url !== undefined && body.url !== url;
      const getsLive = serves === 'test' && body.serves !== undefined && body.serves !== 'test';
      if (goesElsewhere || getsLive) requireConfirmation(member, clock());
      const changed = await webhookEndpoints.edit(member, member.workspaceId, id, body);
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
      const { member } = request;
      const { id } = await find(member, request.params.id);
      await webhookEndpoints.delete(member, member.workspaceId, id);
      return envelope(request, { id, deleted: true as const });
    },
  );
}
