import { apiKey } from '../platform/http/access.ts';
import { errorAnswers, success } from '../platform/http/answers.ts';
import { envelope } from '../platform/http/envelope.ts';
import type { App } from '../platform/http/typed-app.ts';
import { statsAnswer } from './schema.ts';
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
        response: { 200: success('The statistics.', statsAnswer), ...errorAnswers(401, 403, 429) },
      },
    },
    async (request) => envelope(request, await stats.of(request.caller)),
  );
}
