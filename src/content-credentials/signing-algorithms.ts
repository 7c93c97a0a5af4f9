import { constants, type KeyObject, type SignKeyObjectInput } from 'node:crypto';

interface SigningMethod {
  /** COSE's number of it. */
  cose: number;
  hash: string | null;
  /** COSE wants the two numbers of an ECDSA signature one after the other, not in DER. */
  options: Omit<SignKeyObjectInput, 'key'>;
}

export type SigningAlgorithm = 'ES256' | 'ES384' | 'PS256' | 'Ed25519';

/** What C2PA allows, and certificates for it are sold with. */
export const ALGORITHMS: Readonly<Record<SigningAlgorithm, SigningMethod>> = {
  ES256: { cose: -7, hash: 'sha256', options: { dsaEncoding: 'ieee-p1363' } },
  ES384: { cose: -35, hash: 'sha384', options: { dsaEncoding: 'ieee-p1363' } },
  PS256: {
    cose: -37,
    hash: 'sha256',
    options: {
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
    },
  },
  Ed25519: { cose: -8, hash: null, options: {} },
};

const MIN_RSA_BITS = 2_048;

/** Undefined for a key that C2PA does not allow. */
export function algorithmFor({
  asymmetricKeyType,
  asymmetricKeyDetails,
}: KeyObject): SigningAlgorithm | undefined {
  if (asymmetricKeyType === 'ed25519') return 'Ed25519';
  if (asymmetricKeyType === 'rsa')
    return (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS ? 'PS256' : undefined;
  if (asymmetricKeyType !== 'ec') return undefined;
  const curve = asymmetricKeyDetails?.namedCurve;
  if (curve === 'prime256v1') return 'ES256';
  return curve === 'secp384r1' ? 'ES384' : undefined;
}
