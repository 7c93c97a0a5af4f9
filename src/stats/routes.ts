import { apiKey } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { errorResponses, success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { statsResponse } from './schema.ts';
import type { StatsService } from './service.ts';

export function statsRoutes(app: App, { stats }: { stats: StatsService }): void {
  app.get(
    '/stats',
    {
      config: { access: apiKey('stats:read') },
      schema: {
        operationId: 'getStats',
        summary: 'Get the workspace’s usage, counts and plan',
        tags: ['Service'],
        response: { 200: success('The statistics.', statsResponse), ...errorResponses(401, 403, 429) },
      },
    },
    async (request) => envelope(request, await stats.of(request.caller)),
  );
}
