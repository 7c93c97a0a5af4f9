import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { bits, boolean, integer, objectId, octets, sequence, setOf, tagged, time, utf8 } from './der.ts';
import { elementAt } from './der-reader.ts';

/** In PEM. */
export interface Certificate {
  certificate: string;
  key: string;
}

export interface DistinguishedName {
  organization?: string;
  commonName: string;
}

export interface Issuer {
  /** DER. */
  name: Buffer;
  privateKey: KeyObject;
  keyId: Buffer;
}

/** Short names of the two keys, by which whoever checks a chain finds its next link. */
export interface KeyIds {
  subject: Buffer;
  issuer: Buffer;
}

export interface CertificateWishes {
  name: DistinguishedName;
  extensions(keys: KeyIds): Buffer[];
  validFrom: Date;
  validTo: Date;
  /** Itself, when left out. */
  issuer?: Issuer | undefined;
}

const OIDS = {
  commonName: '550403',
  organization: '55040a',
  subjectKeyIdentifier: '551d0e',
  keyUsage: '551d0f',
  basicConstraints: '551d13',
  authorityKeyIdentifier: '551d23',
  extendedKeyUsage: '551d25',
  ecdsaWithSha256: '2a8648ce3d040302',
};

const VERSION_3 = Buffer.of(2);
const SERIAL_BYTES = 16;
/** Behind version, serial number, algorithm, issuer and validity. */
const SUBJECT_INDEX = 5;
/** The last 65 bytes of a P-256 public key in SPKI are its point. */
const POINT_BYTES = 65;

/** An X.509 certificate (RFC 5280) for a new P-256 key. */
export function makeCertificate(wishes: CertificateWishes): Certificate & { issuer: Issuer } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const self = { name: distinguishedName(wishes.name), privateKey, keyId: keyIdOf(publicKey) };
  const issuer = wishes.issuer ?? self;
  const algorithm = sequence(objectId(OIDS.ecdsaWithSha256));
  const toSign = sequence(
    tagged(0, integer(VERSION_3)),
    integer(serialNumber()),
    algorithm,
    issuer.name,
    sequence(time(wishes.validFrom), time(wishes.validTo)),
    self.name,
    spki,
    tagged(3, sequence(...wishes.extensions({ subject: self.keyId, issuer: issuer.keyId }))),
  );
  const whole = sequence(toSign, algorithm, bits(sign('sha256', toSign, issuer.privateKey)));
  return {
    certificate: pem(whole),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    issuer: self,
  };
}

/** Whoever has this certificate and its key, to sign others with. */
export function issuerWith({ certificate, key }: Certificate): Issuer {
  const parsed = new X509Certificate(certificate);
  return {
    name: elementAt(parsed.raw, 0, SUBJECT_INDEX).whole,
    privateKey: createPrivateKey(key),
    keyId: keyIdOf(parsed.publicKey),
  };
}

/** RFC 5280, 4.2.1.2, of a P-256 key. */
function keyIdOf(publicKey: KeyObject): Buffer {
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha1').update(spki.subarray(-POINT_BYTES)).digest();
}

/** Of a certificate that signs others, and those sign none. */
export function authorityExtensions({ subject }: KeyIds): Buffer[] {
  return [
    extension(OIDS.basicConstraints, sequence(boolean(true), integer(Buffer.of(0))), { isCritical: true }),
    // keyCertSign and cRLSign.
    extension(OIDS.keyUsage, bits(Buffer.of(0x06), 1), { isCritical: true }),
    extension(OIDS.subjectKeyIdentifier, octets(subject)),
  ];
}

/** Of a certificate that signs data for a purpose, given as the content of its object identifier. */
export function endEntityExtensions({ subject, issuer }: KeyIds, purpose: string): Buffer[] {
  return [
    extension(OIDS.basicConstraints, sequence(), { isCritical: true }),
    // digitalSignature.
    extension(OIDS.keyUsage, bits(Buffer.of(0x80), 7), { isCritical: true }),
    extension(OIDS.extendedKeyUsage, sequence(objectId(purpose))),
    extension(OIDS.subjectKeyIdentifier, octets(subject)),
    extension(OIDS.authorityKeyIdentifier, sequence(tagged(0, issuer, { isPrimitive: true }))),
  ];
}

export function extension(oid: string, value: Buffer, { isCritical = false } = {}): Buffer {
  return sequence(objectId(oid), ...(isCritical ? [boolean(true)] : []), octets(value));
}

/** Positive, and never with a zero byte too many. */
function serialNumber(): Buffer {
  const serial = randomBytes(SERIAL_BYTES);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  return serial;
}

function distinguishedName({ organization, commonName }: DistinguishedName): Buffer {
  const part = (oid: string, text: string) => setOf(sequence(objectId(oid), utf8(text)));
  return sequence(
    ...(organization === undefined ? [] : [part(OIDS.organization, organization)]),
    part(OIDS.commonName, commonName),
  );
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
