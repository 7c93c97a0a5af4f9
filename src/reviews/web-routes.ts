import { photoRequestResponse } from '../photo-requests/schema.ts';
import { member } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { itemParams, WORKSPACE, workspaceParams } from '../platform/http/workspace-route.ts';
import { reviewBody, reviewCountResponse } from './schema.ts';
import type { Reviews } from './service.ts';

export function reviewWebRoutes(app: App, { reviews }: { reviews: Reviews }): void {
  app.get(
    `${WORKSPACE}/reviews`,
    {
      config: { access: member('viewer') },
      schema: {
        params: workspaceParams,
        response: { 200: success('How much waits for a decision.', reviewCountResponse) },
      },
    },
    async (request) => envelope(request, { pending: await reviews.countPending(request.member) }),
  );

  app.post(
    `${WORKSPACE}/photo-requests/:id/review`,
    {
      config: { access: member('member') },
      schema: {
        params: itemParams,
        body: reviewBody,
        response: { 200: success('The photo request after the decision.', photoRequestResponse) },
      },
    },
    async (request) => {
      const { data } = await reviews.decide(request.member, request.params.id, request.body);
      return envelope(request, data);
    },
  );
}
