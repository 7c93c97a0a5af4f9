import { z } from 'zod';
import { PUBLIC } from '../platform/http/access.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import type { App } from '../platform/http/typed-app.ts';

const MAX_REPORT_BYTES = 8_192;

const reportBody = z.object({
  kind: z.enum(['load', 'error', 'rejection', 'render']),
  message: z.string().max(1_000),
  stack: z.string().max(4_000),
});

/**
 * Where a page tells that its script failed, so that the operator hears of it. Anyone can send anything here: it is only
 * logged, and only so often for one address. The address of a customer's page is a secret, and stands in stacks.
 */
export function pageErrorRoutes(
  app: App,
  deps: { rateLimiter: RateLimiter; redactSecrets: (text: string) => string },
): void {
  const { rateLimiter, redactSecrets } = deps;
  app.post(
    '/page-errors',
    { config: { access: PUBLIC }, schema: { body: reportBody }, bodyLimit: MAX_REPORT_BYTES },
    async (request, reply) => {
      const rate = await rateLimiter.take('pageErrors', request.ip);
      const { kind, message, stack } = request.body;
      if (rate.allowed) {
        const report = { kind, message: redactSecrets(message), stack: redactSecrets(stack) };
        request.log.warn({ page_error: report, user_agent: request.headers['user-agent'] }, 'A page failed');
      }
      return reply.code(204).send();
    },
  );
}
