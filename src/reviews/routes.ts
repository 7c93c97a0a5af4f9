import { photoRequestResponse } from '../photo-requests/schema.ts';
import { apiKey } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { errorResponses, success } from '../platform/http/responses.ts';
import { type App, idParams } from '../platform/http/typed-app.ts';
import { reviewBody } from './schema.ts';
import type { Reviews } from './service.ts';

export function reviewRoutes(app: App, { reviews }: { reviews: Reviews }): void {
  app.post(
    '/photo-requests/:id/review',
    {
      config: { access: apiKey('photo_requests:write') },
      schema: {
        operationId: 'reviewPhotoRequest',
        summary: 'Decide about a submission: approve it, reject it, or ask for some photos again',
        tags: ['Photo requests'],
        params: idParams,
        body: reviewBody,
        response: {
          200: success('The photo request after the decision.', photoRequestResponse),
          ...errorResponses(400, 401, 403, 404, 422, 429),
        },
      },
    },
    async (request) => {
      const { id } = request.params;
      return envelope(request, await reviews.decide(request.caller, id, request.body));
    },
  );
}
