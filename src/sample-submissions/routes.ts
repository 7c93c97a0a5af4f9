import { photoRequestResponse } from '../photo-requests/schema.ts';
import { apiKey } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { errorResponses, success } from '../platform/http/responses.ts';
import { type App, idParams } from '../platform/http/typed-app.ts';
import type { SampleSubmissions } from './service.ts';

export function sampleSubmissionRoutes(
  app: App,
  { sampleSubmissions }: { sampleSubmissions: SampleSubmissions },
): void {
  app.post(
    '/test-helpers/photo-requests/:id/submit',
    {
      config: { access: apiKey('photo_requests:write') },
      schema: {
        operationId: 'submitSamplePhotos',
        summary: 'Act as the customer and submit generated sample photos (test keys only)',
        tags: ['Test helpers'],
        params: idParams,
        response: {
          200: success('The submitted photo request with its sample photos.', photoRequestResponse),
          ...errorResponses(400, 401, 403, 404, 422, 429),
        },
      },
    },
    async (request) =>
      envelope(request, await sampleSubmissions.submit(request.caller, request.params.id, request.log)),
  );
}
