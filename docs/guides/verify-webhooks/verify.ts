// WEBHOOK_SECRET=whsec_… node verify.ts "$SIGNATURE" < body; exits with 0 if the webhook is genuine, otherwise with 1.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

/** `body` is the raw request body, before anything has parsed it. */
export function isGenuine(body: Uint8Array | string, signature: string, secret: string): boolean {
  if (secret === '') throw new Error('The signing secret is missing');
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  const expected = Buffer.from(`sha256=${digest}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const secret = process.env.WEBHOOK_SECRET ?? '';
const signature = process.argv[2] ?? '';
process.exitCode = isGenuine(await buffer(process.stdin), signature, secret) ? 0 : 1;
