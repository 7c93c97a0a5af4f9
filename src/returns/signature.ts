import { createHmac } from 'node:crypto';
import type { Random } from '../platform/random.ts';

const SECRET_PREFIX = 'rtsec_';
const SECRET_BYTES = 32;

/** What a business's own site hears when a customer comes back. */
export interface SignedReturn {
  photo_request_id: string;
  status: string;
  /** Unix time in seconds. */
  t: string;
  /** Hexadecimal; during a rotation two of them, with a dot between: one for each secret. */
  signature: string;
}

/** `secrets` are displayed secrets: the current one, and during a rotation the next one after it. */
export function signReturn(
  { photo_request_id, status }: Pick<SignedReturn, 'photo_request_id' | 'status'>,
  secrets: readonly string[],
  now: number,
): SignedReturn {
  const t = String(Math.floor(now / 1000));
  const text = `${photo_request_id}.${status}.${t}`;
  const signature = secrets
    .map((secret) => createHmac('sha256', secret).update(text).digest('hex'))
    .join('.');
  return { photo_request_id, status, t, signature };
}

/** The business's address with what it verifies. What it has of the same name gives way. */
export function withReturn(url: string, signed: SignedReturn): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(signed)) address.searchParams.set(name, value);
  return address.href;
}

/** In the form in which it is displayed. */
export function newReturnSecret(random: Random): string {
  return SECRET_PREFIX + Buffer.from(random(SECRET_BYTES)).toString('base64url');
}
