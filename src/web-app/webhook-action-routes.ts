import { member } from '../platform/http/access.ts';
import { success } from '../platform/http/answers.ts';
import { envelope } from '../platform/http/envelope.ts';
import type { WebRouteGroup } from './access.ts';
import { createFindServed, endpointNote } from './served-endpoint.ts';
import {
  endpointAnswer,
  endpointWithSecretAnswer,
  secretAnswer,
  testResultAnswer,
  toWireEndpoint,
} from './webhook-schema.ts';
import { itemParams, WORKSPACE } from './workspace-route.ts';

export const webhookActionRoutes: WebRouteGroup = (app, services) => {
  const { webhookEndpoints, webhookTests, audit } = services;
  const find = createFindServed(services);

  const switches = [
    { path: 'enable', verb: 'enabled', act: webhookEndpoints.enable, confirmed: false },
    { path: 'disable', verb: 'disabled', act: webhookEndpoints.disable, confirmed: false },
    {
      path: 'activate-secret',
      verb: 'secret_activated',
      act: webhookEndpoints.activateSecret,
      confirmed: true,
    },
  ];
  for (const { path, verb, act, confirmed } of switches) {
    app.post(
      `${WORKSPACE}/webhooks/:id/${path}`,
      {
        config: { access: member('admin', { confirmed }) },
        schema: {
          params: itemParams,
          response: { 200: success('The endpoint as it is now.', endpointAnswer) },
        },
      },
      async (request) => {
        const { member } = request;
        const { id } = await find(member, request.params.id);
        const changed = await act(member.workspaceId, id, (trx, endpoint) =>
          audit.record(trx, endpointNote(member, verb, endpoint)),
        );
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
        response: { 200: success('The endpoint with its next secret.', endpointWithSecretAnswer) },
      },
    },
    async (request) => {
      const { member } = request;
      const { id } = await find(member, request.params.id);
      const rotated = await webhookEndpoints.rotate(member.workspaceId, id, (trx, endpoint) =>
        audit.record(trx, endpointNote(member, 'secret_rotated', endpoint)),
      );
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
      const endpoint = await find(member, request.params.id);
      // Noted first: nobody sees a secret without it being known.
      await audit.note(endpointNote(member, 'secret_revealed', endpoint));
      return envelope(request, await webhookEndpoints.revealSecret(member.workspaceId, endpoint.id));
    },
  );

  app.post(
    `${WORKSPACE}/webhooks/:id/test`,
    {
      config: { access: member('admin') },
      schema: { params: itemParams, response: { 200: success('What came of it.', testResultAnswer) } },
    },
    async (request) => {
      const { member } = request;
      const endpoint = await find(member, request.params.id);
      const result = await webhookTests.send(member.workspaceId, endpoint.id, member.environment, (trx) =>
        audit.record(trx, endpointNote(member, 'tested', endpoint)),
      );
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
};
