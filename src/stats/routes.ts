import { apiKey } from '../platform/http/access.ts';
import { errorAnswers, success } from '../platform/http/answers.ts';
import { envelope } from '../platform/http/envelope.ts';
import type { RouteGroup } from '../route-group.ts';
import { statsAnswer } from './schema.ts';

export const statsRoutes: RouteGroup = (app, { stats }) => {
  app.get(
    '/stats',
    {
      config: { access: apiKey('stats:read') },
      schema: {
        operationId: 'getStats',
        summary: 'Usage, counts and plan of the workspace',
        tags: ['Service'],
        response: { 200: success('The statistics.', statsAnswer), ...errorAnswers(401, 403, 429) },
      },
    },
    async (request) => envelope(request, await stats.of(request.caller)),
  );
};
