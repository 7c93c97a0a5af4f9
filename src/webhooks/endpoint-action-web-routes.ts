import { member } from '../platform/http/access.ts';
import { success } from '../platform/http/answers.ts';
import { envelope } from '../platform/http/envelope.ts';
import type { App } from '../platform/http/typed-app.ts';
import { itemParams, WORKSPACE } from '../platform/http/workspace-route.ts';
import type { WebhookEndpoints } from './endpoints.ts';
import { createFindServed } from './served-endpoint.ts';
import type { WebhookTests } from './test-event.ts';
import {
  endpointAnswer,
  endpointWithSecretAnswer,
  secretAnswer,
  testResultAnswer,
  toWireEndpoint,
} from './web-schema.ts';

export function endpointActionWebRoutes(
  app: App,
  deps: { webhookEndpoints: WebhookEndpoints; webhookTests: WebhookTests },
): void {
  const { webhookEndpoints, webhookTests } = deps;
  const find = createFindServed(webhookEndpoints);

  const switches = [
    { path: 'enable', act: webhookEndpoints.enable, confirmed: false },
    { path: 'disable', act: webhookEndpoints.disable, confirmed: false },
    {
      path: 'activate-secret',
      act: webhookEndpoints.activateSecret,
      confirmed: true,
    },
  ];
  for (const { path, act, confirmed } of switches) {
    app.post(
      `${WORKSPACE}/webhooks/:id/${path}`,
      {
        config: { access: member('admin', { confirmed }) },
        schema: {
          params: itemParams,
          response: { 200: success('The updated endpoint.', endpointAnswer) },
        },
      },
      async (request) => {
        const { member } = request;
        const { id } = await find(member, request.params.id);
        const changed = await act(member, member.workspaceId, id);
        return envelope(request, toWireEndpoint(changed));
      },
    );
  }

  app.post(
    `${WORKSPACE}/webhooks/:id/rotate`,
    {
      config: { access: member('admin', { confirmed: true }) },
      schema: {
        params: itemParams,
        response: { 200: success('The endpoint with its new secret.', endpointWithSecretAnswer) },
      },
    },
    async (request) => {
      const { member } = request;
      const { id } = await find(member, request.params.id);
      const rotated = await webhookEndpoints.rotate(member, member.workspaceId, id);
      return envelope(request, { ...toWireEndpoint(rotated), signing_secret: rotated.signingSecret });
    },
  );

  app.get(
    `${WORKSPACE}/webhooks/:id/secret`,
    {
      config: { access: member('owner', { confirmed: true }) },
      exposeHeadRoute: false,
      schema: { params: itemParams, response: { 200: success('The signing secrets.', secretAnswer) } },
    },
    async (request) => {
      const { member } = request;
      const { id } = await find(member, request.params.id);
      return envelope(request, await webhookEndpoints.revealSecret(member, member.workspaceId, id));
    },
  );

  app.post(
    `${WORKSPACE}/webhooks/:id/test`,
    {
      config: { access: member('admin') },
      schema: { params: itemParams, response: { 200: success('The result.', testResultAnswer) } },
    },
    async (request) => {
      const { member } = request;
      const { workspaceId, environment } = member;
      const { id } = await find(member, request.params.id);
      const result = await webhookTests.send(member, workspaceId, id, environment);
      return envelope(request, {
        event_id: result.eventId,
        delivery_id: result.deliveryId,
        outcome: result.outcome,
        status_code: result.statusCode,
        error: result.error,
        address: result.address,
        answer: result.answer,
        duration_ms: result.durationMs,
      });
    },
  );
}
