import { photoRequestResponse } from '../photo-requests/schema.ts';
import { apiKey } from '../platform/http/access.ts';
import { idempotencyClaimOf, sendOnce } from '../platform/http/idempotency.ts';
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
    async (request, reply) => {
      const claim = idempotencyClaimOf(request);
      const { caller, params, body } = request;
      return sendOnce(request, reply, await reviews.decide(caller, params.id, body, claim));
    },
  );
}
