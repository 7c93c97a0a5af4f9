import { z } from 'zod';
import { PUBLIC } from '../api-keys/access.ts';
import { redactKeys } from '../api-keys/key-format.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import { redactTokens } from '../platform/tokens.ts';
import type { App } from '../route-group.ts';

const MAX_REPORT_BYTES = 8_192;

const reportBody = z.object({
  kind: z.enum(['load', 'error', 'rejection', 'render']),
  message: z.string().max(1_000),
  stack: z.string().max(4_000),
});

/**
 * Where a page tells that its script failed, so that the operator hears of it. Anyone can send anything here: it is only
 * logged, and only so often for one address.
 */
export function pageErrorRoutes(app: App, rateLimiter: RateLimiter): void {
  app.post(
    '/page-errors',
    { config: { access: PUBLIC }, schema: { body: reportBody }, bodyLimit: MAX_REPORT_BYTES },
    async (request, reply) => {
      const rate = await rateLimiter.take('pageErrors', request.ip);
      const { kind, message, stack } = request.body;
      if (rate.allowed) {
        const report = { kind, message: withoutSecrets(message), stack: withoutSecrets(stack) };
        request.log.warn({ page_error: report, user_agent: request.headers['user-agent'] }, 'A page failed');
      }
      return reply.code(204).send();
    },
  );
}

/** The address of a customer's page is a secret, and stands in stacks. */
function withoutSecrets(text: string): string {
  return redactTokens(redactKeys(text));
}
