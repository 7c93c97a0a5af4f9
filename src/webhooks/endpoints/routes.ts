import { apiKey } from '../../platform/http/access.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { idempotencyClaimOf, sendCreated, sendOnce } from '../../platform/http/idempotency.ts';
import { DEFAULT_LIMIT, decodeCursor, pageEnvelope } from '../../platform/http/pages.ts';
import { deletedResponse, errorResponses, success } from '../../platform/http/responses.ts';
import { type App, idParams } from '../../platform/http/typed-app.ts';
import { isServed } from './endpoint-rights.ts';
import { toWireEndpoint } from './endpoint-web-schema.ts';
import type { EndpointWithSecret, WebhookEndpoints } from './endpoints.ts';
import {
  createWebhookEndpointBody,
  listWebhookEndpointsQuery,
  updateWebhookEndpointBody,
  webhookEndpointDetailResponse,
  webhookEndpointListResponse,
  webhookEndpointResponse,
  webhookEndpointWithSecretResponse,
} from './schema.ts';
import { createFindServed } from './served-endpoint.ts';

interface HeldDeliveries {
  heldCount(workspaceId: string, endpointId: string): Promise<number>;
}

export function webhookEndpointRoutes(
  app: App,
  deps: { webhookEndpoints: WebhookEndpoints; deliveryLog: HeldDeliveries },
): void {
  const { webhookEndpoints, deliveryLog } = deps;
  const find = createFindServed(webhookEndpoints);
  const tags = ['Webhook endpoints'];
  const reading = apiKey('webhooks:read');
  const writing = apiKey('webhooks:write');

  app.get(
    '/webhook-endpoints',
    {
      config: { access: reading },
      schema: {
        operationId: 'listWebhookEndpoints',
        summary: 'List webhook endpoints, newest first',
        tags,
        querystring: listWebhookEndpointsQuery,
        response: {
          200: success('One page of webhook endpoints.', webhookEndpointListResponse),
          ...errorResponses(400, 401, 403, 429),
        },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const list = { kind: 'webhookEndpoint' as const, owner: request.caller, filters: {} };
      const after = decodeCursor(list, cursor);
      // A workspace has twenty at most.
      const all = await webhookEndpoints.list(request.caller.workspaceId);
      const rows = all
        .filter((endpoint) => isServed(endpoint, request.caller) && (after === null || endpoint.id < after))
        .reverse();
      return pageEnvelope(request, list, { rows, limit }, toWireEndpoint);
    },
  );

  app.post(
    '/webhook-endpoints',
    {
      config: { access: writing },
      schema: {
        operationId: 'createWebhookEndpoint',
        summary: 'Create a webhook endpoint for the events of the key’s environment',
        tags,
        body: createWebhookEndpointBody,
        response: {
          201: success('The new endpoint with its signing secret.', webhookEndpointWithSecretResponse),
          ...errorResponses(400, 401, 403, 422, 429),
        },
      },
    },
    async (request, reply) => {
      const { caller } = request;
      const { url, name, events, is_active } = request.body;
      const input = {
        url,
        name: name ?? undefined,
        events: events ?? undefined,
        isActive: is_active ?? undefined,
      };
      const claim = idempotencyClaimOf(request);
      const created = await webhookEndpoints.create(caller, caller.workspaceId, input, claim);
      const { data, replayedMeta } = created;
      return sendCreated(request, reply, { data: withSecret(data), replayedMeta });
    },
  );

  app.get(
    '/webhook-endpoints/:id',
    {
      config: { access: reading },
      schema: {
        operationId: 'getWebhookEndpoint',
        summary: 'Get one webhook endpoint',
        tags,
        params: idParams,
        response: {
          200: success('The endpoint.', webhookEndpointDetailResponse),
          ...errorResponses(401, 403, 404, 429),
        },
      },
    },
    async (request) => {
      const endpoint = await find(request.caller, request.params.id);
      const held_count = await deliveryLog.heldCount(request.caller.workspaceId, endpoint.id);
      return envelope(request, { ...toWireEndpoint(endpoint), held_count });
    },
  );

  app.patch(
    '/webhook-endpoints/:id',
    {
      config: { access: writing },
      schema: {
        operationId: 'updateWebhookEndpoint',
        summary: 'Update a webhook endpoint; fields you leave out stay unchanged',
        tags,
        params: idParams,
        body: updateWebhookEndpointBody,
        response: {
          200: success('The updated endpoint.', webhookEndpointResponse),
          ...errorResponses(400, 401, 403, 404, 422, 429),
        },
      },
    },
    async (request) => {
      const { caller, params } = request;
      const { is_active: isActive, ...fields } = request.body;
      const changes = { ...fields, isActive };
      const changed = await webhookEndpoints.edit(caller, caller.workspaceId, params.id, changes);
      return envelope(request, toWireEndpoint(changed));
    },
  );

  app.delete(
    '/webhook-endpoints/:id',
    {
      config: { access: writing },
      schema: {
        operationId: 'deleteWebhookEndpoint',
        summary: 'Delete a webhook endpoint with everything that was still to be sent to it',
        tags,
        params: idParams,
        response: { 200: success('Deleted.', deletedResponse), ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const { caller, params } = request;
      const { id } = await webhookEndpoints.delete(caller, caller.workspaceId, params.id);
      return envelope(request, { id, deleted: true as const });
    },
  );

  app.post(
    '/webhook-endpoints/:id/rotate-secret',
    {
      config: { access: writing },
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Get a new signing secret, which signs beside the current one until you activate it',
        tags,
        params: idParams,
        response: {
          200: success('The endpoint with its next signing secret.', webhookEndpointWithSecretResponse),
          ...errorResponses(400, 401, 403, 404, 422, 429),
        },
      },
    },
    async (request, reply) => {
      const { caller, params } = request;
      const claim = idempotencyClaimOf(request);
      const rotated = await webhookEndpoints.rotate(caller, caller.workspaceId, params.id, claim);
      const { data, replayedMeta } = rotated;
      return sendOnce(request, reply, { data: withSecret(data), replayedMeta });
    },
  );

  app.post(
    '/webhook-endpoints/:id/activate-secret',
    {
      config: { access: writing },
      schema: {
        operationId: 'activateWebhookSecret',
        summary: 'Finish a rotation: the new signing secret takes the place of the current one',
        tags,
        params: idParams,
        response: {
          200: success('The endpoint.', webhookEndpointResponse),
          ...errorResponses(400, 401, 403, 404, 422, 429),
        },
      },
    },
    async (request) => {
      const { caller, params } = request;
      const activated = await webhookEndpoints.activateSecret(caller, caller.workspaceId, params.id);
      return envelope(request, toWireEndpoint(activated));
    },
  );
}

function withSecret(endpoint: EndpointWithSecret) {
  return { ...toWireEndpoint(endpoint), signing_secret: endpoint.signingSecret };
}
