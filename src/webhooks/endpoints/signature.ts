import { createHmac } from 'node:crypto';
import type { Environment } from '../../platform/db/tables.ts';
import type { Random } from '../../platform/random.ts';
import { VERSION } from '../../platform/version.ts';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const USER_AGENT = `Shutterpost-Webhooks/${VERSION.split('.', 2).join('.')}`;

export interface SignedEvent {
  id: string;
  type: string;
  environment: Environment;
  /** As stored: these very bytes are signed and sent. */
  body: string | Buffer;
}

/**
 * Every header of a webhook. `secrets` are displayed secrets: the current one, and during a rotation the next one after
 * it. Spec 6.2 knows one signature, which stays the current secret's; the Standard Webhooks header carries both.
 */
export function webhookHeaders(event: SignedEvent, secrets: string[], now: number): Record<string, string> {
  const [current] = secrets;
  if (current === undefined) throw new Error('A webhook cannot be signed without a secret.');
  const timestamp = String(Math.floor(now / 1000));
  return {
    'Content-Type': 'application/json',
    'User-Agent': USER_AGENT,
    'X-Webhook-Signature': `sha256=${createHmac('sha256', current).update(event.body).digest('hex')}`,
    'X-Webhook-ID': event.id,
    'X-Webhook-Timestamp': timestamp,
    'X-Webhook-Event': event.type,
    'X-Webhook-Environment': event.environment,
    'webhook-id': event.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => standardSignature(secret, event, timestamp)).join(' '),
  };
}

function standardSignature(secret: string, { id, body }: SignedEvent, timestamp: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
}

/** In the form in which it is displayed. */
export function newSigningSecret(random: Random): string {
  return SECRET_PREFIX + Buffer.from(random(SECRET_BYTES)).toString('base64');
}
