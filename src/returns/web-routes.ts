import { member } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { WORKSPACE, workspaceParams } from '../platform/http/workspace-route.ts';
import type { ReturnService } from './service.ts';
import { nextResponse, secretsResponse, stateResponse } from './web-schema.ts';

const PATH = `${WORKSPACE}/settings/return-secret`;

/** The secret of one environment, with which the way back to the business's own site is signed. */
export function returnWebRoutes(app: App, { returns }: { returns: ReturnService }): void {
  const state = { 200: success('Whether the secret is being rotated.', stateResponse) };

  app.get(
    PATH,
    { config: { access: member('viewer') }, schema: { params: workspaceParams, response: state } },
    async (request) => envelope(request, { is_rotating: await returns.isRotating(request.member) }),
  );

  app.get(
    `${PATH}/secrets`,
    {
      config: { access: member('owner', { confirmed: true }) },
      exposeHeadRoute: false,
      schema: {
        params: workspaceParams,
        response: { 200: success('The return secrets.', secretsResponse) },
      },
    },
    async (request) => envelope(request, await returns.reveal(request.member, request.member)),
  );

  app.post(
    `${PATH}/rotate`,
    {
      config: { access: member('admin', { confirmed: true }) },
      schema: { params: workspaceParams, response: { 200: success('The new secret.', nextResponse) } },
    },
    async (request) => {
      const { next } = await returns.rotate(request.member, request.member);
      return envelope(request, { next: next ?? '' });
    },
  );

  app.post(
    `${PATH}/activate`,
    {
      config: { access: member('admin', { confirmed: true }) },
      schema: { params: workspaceParams, response: state },
    },
    async (request) => {
      await returns.activate(request.member, request.member);
      return envelope(request, { is_rotating: false });
    },
  );
}
