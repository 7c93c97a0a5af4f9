import {
  authorityExtensions,
  type Certificate,
  endEntityExtensions,
  issuerWith,
  makeCertificate,
} from '../platform/certificates/certificate.ts';
import { cutToCharacters } from '../platform/text.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
/** Without a time stamp a seal holds as long as the certificate it was made with, so that is long (0096). */
const SIGNER_VALID_MS = 10 * YEAR_MS;
const AUTHORITY_VALID_MS = 25 * YEAR_MS;
/** A new one each year, so that every new seal holds for nine years or more. */
const SIGNER_USED_MS = YEAR_MS;
/** Clocks of readers may be behind. */
const VALID_BEFORE_MS = DAY_MS;

/** X.509 bounds both parts of a name. */
const MAX_NAME_LENGTH = 64;
const EMAIL_PROTECTION = '2b06010505070304';

/** A certificate that was just created, and when it ends. */
export interface NewCertificate extends Certificate {
  validUntil: number;
}

export function makeAuthority(host: string, now: number): NewCertificate {
  const validUntil = now + AUTHORITY_VALID_MS;
  const { certificate, key } = makeCertificate({
    name: authorityName(host),
    extensions: authorityExtensions,
    validFrom: new Date(now - VALID_BEFORE_MS),
    validTo: new Date(validUntil),
  });
  return { certificate, key, validUntil };
}

/** What c2pa-rs accepts: for email protection, signed by an authority, with an organization. */
export function makeSigner(authority: Certificate, host: string, now: number): NewCertificate {
  const validUntil = now + SIGNER_VALID_MS;
  const { certificate, key } = makeCertificate({
    name: { organization: inName(host), commonName: inName(`Shutterpost at ${host}`) },
    extensions: (keys) => endEntityExtensions(keys, EMAIL_PROTECTION),
    validFrom: new Date(now - VALID_BEFORE_MS),
    validTo: new Date(validUntil),
    issuer: issuerWith(authority),
  });
  return { certificate, key, validUntil };
}

/** A signer is replaced after a year. */
export function isSignerDue({ created_at }: { created_at: number }, now: number): boolean {
  return now - created_at >= SIGNER_USED_MS;
}

/** An authority must outlive what it signs. */
export function isAuthorityDue({ valid_until }: { valid_until: number }, now: number): boolean {
  return valid_until - now < SIGNER_VALID_MS + DAY_MS;
}

function authorityName(host: string) {
  return { organization: inName(host), commonName: inName(`Shutterpost CA of ${host}`) };
}

function inName(text: string): string {
  return cutToCharacters(text, MAX_NAME_LENGTH);
}
