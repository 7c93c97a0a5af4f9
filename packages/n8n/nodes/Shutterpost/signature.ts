import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;

interface Received {
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  secret: string;
  /** In milliseconds. */
  now: number;
}

/** Whether a call is a webhook of this endpoint, and no old one sent again (Standard Webhooks). */
export function isGenuine({ headers, body, secret, now }: Received): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name] ?? ''),
  ) as [string, string, string];
  if (!(Math.abs(now / 1_000 - Number(timestamp || 'none')) <= TOLERANCE_SECONDS)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(' ').some((part) => {
    const given = Buffer.from(part.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
