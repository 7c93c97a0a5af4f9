import { requireConfirmation } from '../audit/confirmation.ts';
import type { Clock } from '../platform/clock.ts';
import { member } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { deletedResponse, success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { itemParams, WORKSPACE, workspaceParams } from '../platform/http/workspace-route.ts';
import type { ApiKeyService } from './service.ts';
import {
  apiKeyListResponse,
  apiKeyResponse,
  createApiKeyBody,
  editApiKeyBody,
  issuedApiKeyResponse,
  toWireIssuedKey,
  toWireKey,
} from './web-schema.ts';

export function apiKeyWebRoutes(app: App, deps: { apiKeys: ApiKeyService; clock: Clock }): void {
  const { apiKeys, clock } = deps;
  app.get(
    `${WORKSPACE}/api-keys`,
    {
      config: { access: member('admin') },
      schema: {
        params: workspaceParams,
        response: { 200: success('The keys of both environments, masked.', apiKeyListResponse) },
      },
    },
    async (request) => envelope(request, (await apiKeys.list(request.member.workspaceId)).map(toWireKey)),
  );

  app.post(
    `${WORKSPACE}/api-keys`,
    {
      config: { access: member('admin', { confirmed: true }) },
      schema: {
        params: workspaceParams,
        body: createApiKeyBody,
        response: { 201: success('The new key, with its value.', issuedApiKeyResponse) },
      },
    },
    async (request, reply) => {
      const { member, body } = request;
      const issued = await apiKeys.create(member, member.workspaceId, {
        environment: body.environment ?? member.environment,
        name: body.name,
        scopes: body.scopes ?? undefined,
        isActive: body.is_active ?? undefined,
      });
      return reply.code(201).send(envelope(request, toWireIssuedKey(issued)));
    },
  );

  app.patch(
    `${WORKSPACE}/api-keys/:id`,
    {
      config: { access: member('admin') },
      schema: {
        params: itemParams,
        body: editApiKeyBody,
        response: { 200: success('The updated key.', apiKeyResponse) },
      },
    },
    async (request) => {
      const { member, body } = request;
      // It may have been deactivated because others know it.
      if (body.is_active === true) requireConfirmation(member, clock());
      const changes = {
        ...(body.name === undefined ? {} : { name: body.name }),
        ...(body.is_active === undefined ? {} : { isActive: body.is_active }),
      };
      const key = await apiKeys.edit(member, member.workspaceId, request.params.id, changes);
      return envelope(request, toWireKey(key));
    },
  );

  app.post(
    `${WORKSPACE}/api-keys/:id/regenerate`,
    {
      config: { access: member('admin', { confirmed: true }) },
      schema: {
        params: itemParams,
        response: { 200: success('The key, with its new value.', issuedApiKeyResponse) },
      },
    },
    async (request) => {
      const { member, params } = request;
      const issued = await apiKeys.regenerate(member, member.workspaceId, params.id);
      return envelope(request, toWireIssuedKey(issued));
    },
  );

  app.delete(
    `${WORKSPACE}/api-keys/:id`,
    {
      config: { access: member('admin', { confirmed: true }) },
      schema: { params: itemParams, response: { 200: success('Deleted.', deletedResponse) } },
    },
    async (request) => {
      const { member, params } = request;
      const { id } = await apiKeys.delete(member, member.workspaceId, params.id);
      return envelope(request, { id, deleted: true as const });
    },
  );
}
