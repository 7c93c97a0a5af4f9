import type { ApiKey } from '../api-keys/service.ts';
import { changesBetween } from '../audit/changes.ts';
import { notFound } from '../platform/errors.ts';
import { member } from '../platform/http/access.ts';
import { deletedAnswer, success } from '../platform/http/answers.ts';
import { envelope } from '../platform/http/envelope.ts';
import type { Member, WebRouteGroup } from './access.ts';
import {
  apiKeyAnswer,
  apiKeyListAnswer,
  createApiKeyBody,
  editApiKeyBody,
  issuedApiKeyAnswer,
  toWireIssuedKey,
  toWireKey,
} from './api-key-schema.ts';
import { itemParams, WORKSPACE, workspaceParams } from './workspace-route.ts';

export const apiKeyRoutes: WebRouteGroup = (app, services) => {
  const { database, apiKeys, audit } = services;

  async function find({ workspaceId }: Member, id: string): Promise<ApiKey> {
    const key = (await apiKeys.list(workspaceId)).find((one) => one.id === id);
    if (key === undefined) throw notFound('The API key');
    return key;
  }

  const noteOf = (member: Member, verb: string, key: ApiKey) => ({
    member,
    action: `api_key.${verb}`,
    subjectId: key.id,
    subjectName: key.name,
    details: { environment: key.environment, masked_key: key.maskedKey },
  });

  app.get(
    `${WORKSPACE}/api-keys`,
    {
      config: { access: member('admin') },
      schema: {
        params: workspaceParams,
        response: { 200: success('The keys of both environments, masked.', apiKeyListAnswer) },
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
        response: { 201: success('The new key, with its value.', issuedApiKeyAnswer) },
      },
    },
    async (request, reply) => {
      const { member, body } = request;
      const issued = await database.write(async (trx) => {
        const key = await apiKeys.issue(trx, member.workspaceId, {
          environment: body.environment ?? member.environment,
          name: body.name,
          scopes: body.scopes ?? undefined,
          isActive: body.is_active ?? undefined,
        });
        await audit.record(trx, noteOf(member, 'created', key));
        return key;
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
        response: { 200: success('The changed key.', apiKeyAnswer) },
      },
    },
    async (request) => {
      const { member, body } = request;
      const { id, isActive, name } = await find(member, request.params.id);
      const changes = {
        ...(body.name === undefined ? {} : { name: body.name }),
        ...(body.is_active === undefined ? {} : { isActive: body.is_active }),
      };
      const key = await apiKeys.edit(member.workspaceId, id, changes, (trx, edited) => {
        const switched = edited.isActive ? 'activated' : 'deactivated';
        const note = noteOf(member, edited.isActive === isActive ? 'changed' : switched, edited);
        const renamed = changesBetween({ name }, { name: edited.name });
        return audit.record(trx, { ...note, details: { ...note.details, ...renamed } });
      });
      return envelope(request, toWireKey(key));
    },
  );

  app.post(
    `${WORKSPACE}/api-keys/:id/regenerate`,
    {
      config: { access: member('admin', { confirmed: true }) },
      schema: {
        params: itemParams,
        response: { 200: success('The key, with its new value.', issuedApiKeyAnswer) },
      },
    },
    async (request) => {
      const { member } = request;
      const { id } = await find(member, request.params.id);
      const issued = await apiKeys.regenerate(member.workspaceId, id, (trx, key) =>
        audit.record(trx, noteOf(member, 'regenerated', key)),
      );
      return envelope(request, toWireIssuedKey(issued));
    },
  );

  app.delete(
    `${WORKSPACE}/api-keys/:id`,
    {
      config: { access: member('admin', { confirmed: true }) },
      schema: { params: itemParams, response: { 200: success('It is gone.', deletedAnswer) } },
    },
    async (request) => {
      const { member } = request;
      const { id } = await find(member, request.params.id);
      await apiKeys.delete(member.workspaceId, id, (trx, key) =>
        audit.record(trx, noteOf(member, 'deleted', key)),
      );
      return envelope(request, { id, deleted: true as const });
    },
  );
};
