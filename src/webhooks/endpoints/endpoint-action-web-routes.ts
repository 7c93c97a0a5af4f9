import { member } from '../../platform/http/access.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { success } from '../../platform/http/responses.ts';
import type { App } from '../../platform/http/typed-app.ts';
import { itemParams, WORKSPACE } from '../../platform/http/workspace-route.ts';
import {
  endpointResponse,
  endpointWithSecretResponse,
  secretResponse,
  toWireEndpoint,
} from './endpoint-web-schema.ts';
import type { WebhookEndpoints } from './endpoints.ts';

export function endpointActionWebRoutes(app: App, deps: { webhookEndpoints: WebhookEndpoints }): void {
  const { webhookEndpoints } = deps;

  const changes = [
    { path: 'enable', act: webhookEndpoints.enable, confirmed: true },
    { path: 'disable', act: webhookEndpoints.disable, confirmed: false },
    {
      path: 'activate-secret',
      act: webhookEndpoints.activateSecret,
      confirmed: true,
    },
  ];
  for (const { path, act, confirmed } of changes) {
    app.post(
      `${WORKSPACE}/webhooks/:id/${path}`,
      {
        config: { access: member('admin', { confirmed }) },
        schema: {
          params: itemParams,
          response: { 200: success('The updated endpoint.', endpointResponse) },
        },
      },
      async (request) => {
        const { member, params } = request;
        const changed = await act(member, member.workspaceId, params.id);
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
        response: { 200: success('The endpoint with its new secret.', endpointWithSecretResponse) },
      },
    },
    async (request) => {
      const { member, params } = request;
      const { data: rotated } = await webhookEndpoints.rotate(member, member.workspaceId, params.id);
      return envelope(request, { ...toWireEndpoint(rotated), signing_secret: rotated.signingSecret });
    },
  );

  app.get(
    `${WORKSPACE}/webhooks/:id/secret`,
    {
      config: { access: member('owner', { confirmed: true }) },
      exposeHeadRoute: false,
      schema: { params: itemParams, response: { 200: success('The signing secrets.', secretResponse) } },
    },
    async (request) => {
      const { member, params } = request;
      return envelope(request, await webhookEndpoints.revealSecret(member, member.workspaceId, params.id));
    },
  );
}
