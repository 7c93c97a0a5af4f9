import { z } from 'zod';
import type { PermanentLinkService } from '../permanent-links/service.ts';
import { member } from '../platform/http/access.ts';
import { envelope, enveloped } from '../platform/http/envelope.ts';
import { success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { itemParams, listOf, WORKSPACE } from '../platform/http/workspace-route.ts';
import type { HeldSubmissions } from './held-submissions.ts';
import { heldSubmissionSchema } from './schema.ts';

const decidedResponse = enveloped(z.strictObject({ id: z.string() }));

export function heldSubmissionWebRoutes(
  app: App,
  deps: { permanentLinks: Pick<PermanentLinkService, 'find'>; heldSubmissions: HeldSubmissions },
): void {
  const { permanentLinks, heldSubmissions } = deps;

  app.get(
    `${WORKSPACE}/permanent-links/:id/held-submissions`,
    {
      config: { access: member('viewer') },
      schema: {
        params: itemParams,
        response: {
          200: success('Submissions awaiting approval, oldest first.', listOf(heldSubmissionSchema)),
        },
      },
    },
    async (request) => {
      const { id } = await permanentLinks.find(request.member, request.params.id);
      return envelope(request, await heldSubmissions.list(request.member, id));
    },
  );

  for (const verb of ['approve', 'reject'] as const) {
    app.post(
      `${WORKSPACE}/held-submissions/:id/${verb}`,
      {
        config: { access: member('member') },
        schema: { params: itemParams, response: { 200: success('Done.', decidedResponse) } },
      },
      async (request) => {
        const { member, params } = request;
        await heldSubmissions[verb](member, params.id);
        return envelope(request, { id: params.id });
      },
    );
  }
}
