import type { Clock } from '../platform/clock.ts';
import type { WebhookEndpointRow } from '../platform/db/tables.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Exchange, GuardedClient } from './guarded-client.ts';
import type { Claim } from './queue.ts';
import { webhookHeaders } from './signature.ts';

export type SendEvent = ReturnType<typeof createSender>;

/** Signs an event with the endpoint's secrets and sends it. Whatever goes wrong is an outcome too. */
export function createSender(deps: { secrets: Secrets; client: Pick<GuardedClient, 'post'>; clock: Clock }) {
  const { secrets, client, clock } = deps;

  function signingSecrets({ id, secret, next_secret }: WebhookEndpointRow): string[] {
    const sealed = next_secret === null ? [secret] : [secret, next_secret];
    return sealed.map((one) => secrets.unseal('webhook-secrets', id, one));
  }

  return async (endpoint: WebhookEndpointRow, event: Claim['event']): Promise<Exchange> => {
    try {
      const headers = webhookHeaders(event, signingSecrets(endpoint), clock());
      return await client.post(endpoint.url, headers, event.body);
    } catch (error) {
      return {
        outcome: 'unreachable',
        statusCode: null,
        error: error instanceof Error ? error.message : String(error),
        address: null,
        answer: null,
        retryAfterMs: null,
        durationMs: 0,
      };
    }
  };
}
