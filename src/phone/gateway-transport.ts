import type { Clock } from '../platform/clock.ts';
import { VERSION } from '../platform/version.ts';
import { smsLength } from '../shared/sms-parts.ts';
import { callProvider } from './call-provider.ts';
import type { GatewaySettings } from './settings.ts';
import { signedHeaders } from './signature.ts';
import { MessageRefusedError, type PhoneTransport } from './transport.ts';

/** What says of this message, not of our call, that it will never be sent. */
const FINAL = [400, 410, 413, 422];

/** Hands messages to a service of the operator's own, signed as our webhooks are. */
export function openGateway(
  { url, secret }: GatewaySettings,
  { clock, limitMs }: { clock: Clock; limitMs?: number | undefined },
): PhoneTransport {
  return {
    kind: 'gateway',
    async send({ id, channel, recipient, locale, text }) {
      const { parts } = smsLength(text);
      const body = JSON.stringify({ id, channel, to: recipient, text, parts, locale });
      const headers = {
        'content-type': 'application/json',
        'user-agent': `Shutterpost/${VERSION}`,
        // The same for every attempt: whoever keeps it sends no message twice.
        'idempotency-key': id,
        ...signedHeaders(secret, { id, body }, clock()),
      };
      const { status } = await callProvider(url, { headers, body }, limitMs);
      if (status >= 200 && status < 300) return;
      const reason = `The provider responded with ${status}.`;
      throw FINAL.includes(status) ? new MessageRefusedError(reason) : new Error(reason);
    },
  };
}
