import { fromHex, hmacSha256, isEqual } from './crypto.ts';
import { VerificationError } from './errors.ts';
import { givenSecrets, requireRecent, TOLERANCE_SECONDS } from './webhooks.ts';

export interface ReceivedReturn {
  /** The address that was called, at least its path and query. */
  url: string | URL;
  /** `rtsec_…`. During a rotation give both. */
  secret: string | string[];
  /** How old the signature may be, 300 seconds unless you say otherwise. */
  toleranceSeconds?: number;
}

export interface Return {
  photo_request_id: string;
  status: string;
}

/**
 * Which photo request a customer comes back from, once it is sure that the service sent them; otherwise a `VerificationError`.
 * Compare it with the one that you are waiting for.
 */
export async function verifyReturn(received: ReceivedReturn): Promise<Return> {
  const secrets = givenSecrets(received.secret);
  // The base is for what is only a path, and counts for nothing.
  const query = new URL(received.url, 'http://localhost').searchParams;
  const [id, status, t] = [
    query.get('photo_request_id') ?? '',
    query.get('status') ?? '',
    query.get('t') ?? '',
  ];
  // While the secret is rotated there are two.
  const given = (query.get('signature') ?? '').split('.').map(fromHex);
  const encoder = new TextEncoder();
  const signed = encoder.encode(`${id}.${status}.${t}`);
  const expected = await Promise.all(secrets.map((secret) => hmacSha256(encoder.encode(secret), signed)));
  if (!given.some((one) => expected.some((other) => isEqual(one, other))))
    throw new VerificationError('The signature is wrong or missing.');
  requireRecent(
    t,
    received.toleranceSeconds ?? TOLERANCE_SECONDS,
    'The return is too old, or a clock is wrong.',
  );
  return { photo_request_id: id, status };
}
