import type { Member } from '../../identity/member.ts';
import { notFound } from '../../platform/errors.ts';
import { member } from '../../platform/http/access.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { DEFAULT_LIMIT, decodeCursor, pageEnvelope } from '../../platform/http/pages.ts';
import { success } from '../../platform/http/responses.ts';
import type { App } from '../../platform/http/typed-app.ts';
import { itemParams, WORKSPACE, workspaceParams } from '../../platform/http/workspace-route.ts';
import type { WebhookEndpoints } from '../endpoints/endpoints.ts';
import { createFindServed } from '../endpoints/served-endpoint.ts';
import type { DeliveryLog } from './delivery-log.ts';
import {
  deliveriesQuery,
  deliveryListResponse,
  deliveryResponse,
  replayBody,
  replayResponse,
  testResultResponse,
  toWireAttempt,
  toWireDelivery,
  toWireTestResult,
} from './delivery-web-schema.ts';
import type { WebhookTests } from './test-event.ts';

export function deliveryWebRoutes(
  app: App,
  deps: { deliveryLog: DeliveryLog; webhookEndpoints: WebhookEndpoints; webhookTests: WebhookTests },
): void {
  const { deliveryLog, webhookEndpoints, webhookTests } = deps;
  const findEndpoint = createFindServed(webhookEndpoints);

  async function find({ workspaceId, environment }: Member, id: string) {
    const delivery = await deliveryLog.find(workspaceId, id);
    if (delivery.environment !== environment) throw notFound('The delivery');
    return delivery;
  }

  app.get(
    `${WORKSPACE}/webhooks/deliveries`,
    {
      config: { access: member('admin') },
      schema: {
        params: workspaceParams,
        querystring: deliveriesQuery,
        response: { 200: success('One page of deliveries, newest first.', deliveryListResponse) },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor, ...given } = request.query;
      const owner = request.member;
      const filters = {
        environment: owner.environment,
        endpointId: given.endpoint_id,
        status: given.status,
        eventType: given.event_type,
        subjectId: given.subject_id,
        from: given.from,
        to: given.to,
      };
      const list = { kind: 'delivery' as const, owner, filters };
      const after = decodeCursor(list, cursor);
      const rows = await deliveryLog.list(owner.workspaceId, filters, { limit, after });
      return pageEnvelope(request, list, { rows, limit }, toWireDelivery);
    },
  );

  app.get(
    `${WORKSPACE}/webhooks/deliveries/:id`,
    {
      config: { access: member('admin') },
      schema: {
        params: itemParams,
        response: { 200: success('The delivery with its attempts.', deliveryResponse) },
      },
    },
    async (request) => {
      const delivery = await find(request.member, request.params.id);
      return envelope(request, {
        ...toWireDelivery(delivery),
        request_id: delivery.requestId,
        body: delivery.body,
        attempts: delivery.attempts.map(toWireAttempt),
      });
    },
  );

  app.post(
    `${WORKSPACE}/webhooks/deliveries/:id/replay`,
    {
      config: { access: member('admin') },
      schema: { params: itemParams, response: { 200: success('It is being resent.', replayResponse) } },
    },
    async (request) => {
      const { member } = request;
      const { id } = await find(member, request.params.id);
      await deliveryLog.replay(member, member.workspaceId, id);
      return envelope(request, { count: 1 });
    },
  );

  app.post(
    `${WORKSPACE}/webhooks/:id/replay`,
    {
      config: { access: member('admin') },
      schema: {
        params: itemParams,
        body: replayBody,
        response: { 200: success('How many are being resent.', replayResponse) },
      },
    },
    async (request) => {
      const { member, body } = request;
      const endpoint = await findEndpoint(member, request.params.id);
      const selection = {
        environment: member.environment,
        statuses: body.statuses ?? undefined,
        from: body.from ?? undefined,
        to: body.to ?? undefined,
      };
      const count = await deliveryLog.replayMany(member, member.workspaceId, endpoint.id, selection);
      return envelope(request, { count });
    },
  );

  app.post(
    `${WORKSPACE}/webhooks/:id/test`,
    {
      config: { access: member('admin') },
      schema: { params: itemParams, response: { 200: success('The result.', testResultResponse) } },
    },
    async (request) => {
      const { member } = request;
      const { id } = await findEndpoint(member, request.params.id);
      const result = await webhookTests.send(member, member.workspaceId, id, member.environment);
      return envelope(request, toWireTestResult(result));
    },
  );
}
