import { z } from 'zod';
import type { PermanentLinkService } from '../permanent-links/service.ts';
import { apiKey } from '../platform/http/access.ts';
import { envelope, enveloped } from '../platform/http/envelope.ts';
import { errorResponses, success } from '../platform/http/responses.ts';
import { type App, idParams } from '../platform/http/typed-app.ts';
import { listOf } from '../platform/http/workspace-route.ts';
import type { HeldSubmissions } from './held-submissions.ts';
import { heldSubmissionSchema } from './schema.ts';

const submissionParams = idParams.extend({
  submission_id: z
    .string()
    .meta({ description: 'Id of the submission.', examples: ['req_01kw3hd5bm00vq8n9m2c5t7x4r6z'] }),
});
const decidedResponse = enveloped(z.strictObject({ id: z.string() }).meta({ id: 'DecidedSubmission' }));

const SUMMARIES = {
  approve: 'Approve a held submission: it becomes a photo request, takes quota and is told of',
  reject: 'Reject a held submission; it is deleted with its photos',
};

/** What came through a permanent link and waits for someone to let it in. */
export function heldSubmissionRoutes(
  app: App,
  deps: { permanentLinks: Pick<PermanentLinkService, 'find'>; heldSubmissions: HeldSubmissions },
): void {
  const { permanentLinks, heldSubmissions } = deps;
  const tags = ['Permanent links'];

  app.get(
    '/permanent-links/:id/held-submissions',
    {
      config: { access: apiKey('permanent_links:read') },
      schema: {
        operationId: 'listHeldSubmissions',
        summary: 'List the submissions through a link that wait for approval: the 50 oldest',
        tags,
        params: idParams,
        response: {
          200: success('Submissions that wait, oldest first.', listOf(heldSubmissionSchema)),
          ...errorResponses(401, 403, 404, 429),
        },
      },
    },
    async (request) => {
      const { id } = await permanentLinks.find(request.caller, request.params.id);
      return envelope(request, await heldSubmissions.list(request.caller, id));
    },
  );

  for (const verb of ['approve', 'reject'] as const) {
    app.post(
      `/permanent-links/:id/held-submissions/:submission_id/${verb}`,
      {
        config: { access: apiKey('permanent_links:write') },
        schema: {
          operationId: `${verb}HeldSubmission`,
          summary: SUMMARIES[verb],
          tags,
          params: submissionParams,
          response: {
            200: success('Done.', decidedResponse),
            ...errorResponses(400, 401, 403, 404, 422, 429),
          },
        },
      },
      async (request) => {
        const { caller, params } = request;
        const link = await permanentLinks.find(caller, params.id);
        await heldSubmissions[verb](caller, params.submission_id, link.id);
        return envelope(request, { id: params.submission_id });
      },
    );
  }
}
