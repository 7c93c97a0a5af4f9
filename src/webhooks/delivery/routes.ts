import type { Owner } from '../../platform/db/tables.ts';
import { notFound } from '../../platform/errors.ts';
import { apiKey } from '../../platform/http/access.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { DEFAULT_LIMIT, decodeCursor, pageEnvelope } from '../../platform/http/pages.ts';
import { errorResponses, success } from '../../platform/http/responses.ts';
import { type App, idParams } from '../../platform/http/typed-app.ts';
import type { WebhookEndpoints } from '../endpoints/endpoints.ts';
import { createFindServed } from '../endpoints/served-endpoint.ts';
import type { DeliveryLog } from './delivery-log.ts';
import {
  deliveryParams,
  listDeliveriesQuery,
  replayDeliveriesBody,
  replayedResponse,
  toWebhookAttempt,
  toWebhookDelivery,
  toWebhookTest,
  webhookDeliveryDetailResponse,
  webhookDeliveryListResponse,
  webhookDeliveryResponse,
  webhookTestResponse,
} from './schema.ts';
import type { WebhookTests } from './test-event.ts';

/** Of endpoints that serve both environments, a key sees and resends what belongs to its own. */
export function webhookDeliveryRoutes(
  app: App,
  deps: { deliveryLog: DeliveryLog; webhookEndpoints: WebhookEndpoints; webhookTests: WebhookTests },
): void {
  const { deliveryLog, webhookEndpoints, webhookTests } = deps;
  const findEndpoint = createFindServed(webhookEndpoints);
  const tags = ['Webhook endpoints'];
  const reading = apiKey('webhooks:read');
  const writing = apiKey('webhooks:write');

  async function find(owner: Owner, params: { id: string; delivery_id: string }) {
    const endpoint = await findEndpoint(owner, params.id);
    const delivery = await deliveryLog.find(owner.workspaceId, params.delivery_id);
    if (delivery.endpointId !== endpoint.id || delivery.environment !== owner.environment)
      throw notFound('The delivery');
    return delivery;
  }

  app.get(
    '/webhook-endpoints/:id/deliveries',
    {
      config: { access: reading },
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'List what was sent to an endpoint in the last 30 days, newest first',
        tags,
        params: idParams,
        querystring: listDeliveriesQuery,
        response: {
          200: success('One page of deliveries.', webhookDeliveryListResponse),
          ...errorResponses(400, 401, 403, 404, 429),
        },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor, ...given } = request.query;
      const owner = request.caller;
      const endpoint = await findEndpoint(owner, request.params.id);
      const filters = {
        environment: owner.environment,
        endpointId: endpoint.id,
        status: given.status,
        eventType: given.event,
        subjectId: given.photo_request_id,
        from: given.created_after,
        to: given.created_before,
      };
      const list = { kind: 'delivery' as const, owner, filters };
      const after = decodeCursor(list, cursor);
      const rows = await deliveryLog.list(owner.workspaceId, filters, { limit, after });
      return pageEnvelope(request, list, { rows, limit }, toWebhookDelivery);
    },
  );

  app.get(
    '/webhook-endpoints/:id/deliveries/:delivery_id',
    {
      config: { access: reading },
      schema: {
        operationId: 'getWebhookDelivery',
        summary: 'Get one delivery with its body and every attempt',
        tags,
        params: deliveryParams,
        response: {
          200: success('The delivery.', webhookDeliveryDetailResponse),
          ...errorResponses(401, 403, 404, 429),
        },
      },
    },
    async (request) => {
      const delivery = await find(request.caller, request.params);
      return envelope(request, {
        ...toWebhookDelivery(delivery),
        request_id: delivery.requestId,
        body: delivery.body,
        attempts: delivery.attempts.map(toWebhookAttempt),
      });
    },
  );

  app.post(
    '/webhook-endpoints/:id/deliveries/:delivery_id/replay',
    {
      config: { access: writing },
      schema: {
        operationId: 'replayWebhookDelivery',
        summary: 'Send one delivery again: the same event with the same id, and a full set of attempts',
        tags,
        params: deliveryParams,
        response: {
          200: success('The delivery.', webhookDeliveryResponse),
          ...errorResponses(400, 401, 403, 404, 422, 429),
        },
      },
    },
    async (request) => {
      const { caller, params } = request;
      const { id } = await find(caller, params);
      await deliveryLog.replay(caller, caller.workspaceId, id);
      return envelope(request, toWebhookDelivery(await find(caller, params)));
    },
  );

  app.post(
    '/webhook-endpoints/:id/replay',
    {
      config: { access: writing },
      schema: {
        operationId: 'replayWebhookDeliveries',
        summary: 'Send everything again that did not arrive, or what you choose',
        tags,
        params: idParams,
        body: replayDeliveriesBody,
        response: {
          200: success('How many are sent again.', replayedResponse),
          ...errorResponses(400, 401, 403, 404, 422, 429),
        },
      },
    },
    async (request) => {
      const { caller, body } = request;
      const endpoint = await findEndpoint(caller, request.params.id);
      const selection = {
        environment: caller.environment,
        statuses: body.statuses ?? undefined,
        from: body.created_after ?? undefined,
        to: body.created_before ?? undefined,
      };
      const count = await deliveryLog.replayMany(caller, caller.workspaceId, endpoint.id, selection);
      return envelope(request, { count });
    },
  );

  app.post(
    '/webhook-endpoints/:id/test',
    {
      config: { access: writing },
      schema: {
        operationId: 'testWebhookEndpoint',
        summary: 'Send a test event right now, and get what came of it',
        tags,
        params: idParams,
        response: {
          200: success('The result.', webhookTestResponse),
          ...errorResponses(400, 401, 403, 404, 422, 429),
        },
      },
    },
    async (request) => {
      const { caller } = request;
      const { id } = await findEndpoint(caller, request.params.id);
      const result = await webhookTests.send(caller, caller.workspaceId, id, caller.environment);
      return envelope(request, toWebhookTest(result));
    },
  );
}
