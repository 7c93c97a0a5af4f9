import { photoRequestResponse } from '../photo-requests/schema.ts';
import { member } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { itemParams, WORKSPACE } from '../platform/http/workspace-route.ts';
import type { SampleSubmissions } from './service.ts';

export function sampleSubmissionWebRoutes(
  app: App,
  { sampleSubmissions }: { sampleSubmissions: SampleSubmissions },
): void {
  app.post(
    `${WORKSPACE}/photo-requests/:id/simulate`,
    {
      config: { access: member('member') },
      schema: {
        params: itemParams,
        response: { 200: success('The updated photo request.', photoRequestResponse) },
      },
    },
    async (request) =>
      envelope(request, await sampleSubmissions.submit(request.member, request.params.id, request.log)),
  );
}
