import { fromBase64, hmacSha256, isEqual } from './crypto.ts';
import { VerificationError } from './errors.ts';

export const TOLERANCE_SECONDS = 300;
const PREFIX = 'whsec_';

export interface WebhookEvent<Data = Record<string, unknown>> {
  /** The same on every attempt and every replay: process each id once. */
  id: string;
  event: string;
  timestamp: string;
  environment: 'live' | 'test';
  data: Data;
}

export interface ReceivedWebhook {
  /** As received, before anything has parsed it. */
  body: string | Uint8Array;
  headers: Headers | Record<string, string | string[] | undefined>;
  /** `whsec_…`. During a rotation give both. */
  secret: string | string[];
  /** How old a webhook may be, 300 seconds unless you say otherwise. */
  toleranceSeconds?: number;
}

/**
 * The event, once it is sure that it is genuine and not an old one sent again; otherwise a `VerificationError`. It looks at
 * `webhook-signature` alone: `X-Webhook-Signature` says nothing about id and age, so a recorded webhook would fit forever.
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookEvent> {
  const secrets = givenSecrets(received.secret);
  const header = headerReader(received.headers);
  const body = typeof received.body === 'string' ? new TextEncoder().encode(received.body) : received.body;
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')];
  const signatures = header('webhook-signature');
  if (id === undefined || timestamp === undefined || signatures === undefined)
    throw new VerificationError('The signature is missing.');
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  if (!(await isSigned(signed, signatures, secrets))) throw new VerificationError('The signature is wrong.');
  const tolerance = received.toleranceSeconds ?? TOLERANCE_SECONDS;
  requireRecent(timestamp, tolerance, 'The webhook is too old, or a clock is wrong.');
  return { ...parse(body), id };
}

/** As Standard Webhooks has it: several signatures, of which one has to fit. */
async function isSigned(signed: Uint8Array, header: string, secrets: string[]): Promise<boolean> {
  const given = header
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => fromBase64(part.slice(3)));
  for (const secret of secrets) {
    const key = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
    const expected = await hmacSha256(key, signed);
    if (given.some((signature) => isEqual(signature, expected))) return true;
  }
  return false;
}

export function givenSecrets(secret: string | string[]): string[] {
  const secrets = [secret].flat();
  if (secrets.length === 0 || secrets.some((each) => !each)) throw new TypeError('`secret` is missing.');
  return secrets;
}

export function requireRecent(timestamp: string, toleranceSeconds: number, message: string): void {
  const age = Math.abs(Date.now() / 1_000 - Number(timestamp));
  // Not a number is not recent either.
  if (!(age <= toleranceSeconds)) throw new VerificationError(message);
}

function parse(body: Uint8Array): Omit<WebhookEvent, 'id'> {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new VerificationError('The body is not JSON.');
  }
}

function headerReader(headers: ReceivedWebhook['headers']): (name: string) => string | undefined {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined;
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => {
    const value = lower.get(name);
    return Array.isArray(value) ? value[0] : value;
  };
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
