import type { Clock } from '../../platform/clock.ts';
import type { WebhookEndpointRow } from '../../platform/db/tables.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Exchange, GuardedClient } from '../client/guarded-client.ts';
import { type SignedEvent, webhookHeaders } from '../endpoints/signature.ts';

export type SendEvent = ReturnType<typeof createSender>;

const MAX_OPENED = 1_000;

/**
 * Signs an event with the endpoint's secrets and sends it. Whatever goes wrong on the way is an outcome too; throws only
 * when the secret cannot be read (SealBrokenError), which is not the receiver's fault.
 */
export function createSender(deps: { secrets: Secrets; client: Pick<GuardedClient, 'post'>; clock: Clock }) {
  const { secrets, client, clock } = deps;

  const opened = new Map<string, string>();

  /** Sealed again whenever it changes, so the sealed text names it. */
  function unseal(id: string, sealed: string): string {
    let secret = opened.get(sealed);
    if (secret === undefined) {
      secret = secrets.unseal('webhook-secrets', id, sealed);
      if (opened.size >= MAX_OPENED) opened.clear();
      opened.set(sealed, secret);
    }
    return secret;
  }

  function signingSecrets({ id, secret, next_secret }: WebhookEndpointRow): string[] {
    return (next_secret === null ? [secret] : [secret, next_secret]).map((sealed) => unseal(id, sealed));
  }

  return async (endpoint: WebhookEndpointRow, event: SignedEvent & { body: string }): Promise<Exchange> => {
    // Converted once, for both signatures and the request.
    const body = Buffer.from(event.body);
    const headers = webhookHeaders({ ...event, body }, signingSecrets(endpoint), clock());
    try {
      return await client.post(endpoint.url, headers, body);
    } catch (error) {
      return {
        outcome: 'unreachable',
        statusCode: null,
        error: error instanceof Error ? error.message : String(error),
        address: null,
        responseBody: null,
        retryAfterMs: null,
        durationMs: 0,
      };
    }
  };
}
