import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import { addressBytes } from '../platform/ip-address.ts';
import { bits, boolean, integer, objectId, octets, sequence, setOf, tagged, utcTime, utf8 } from './der.ts';

/** In PEM. */
export interface Certificate {
  certificate: string;
  key: string;
}

export interface Issuer {
  name: string;
  privateKey: KeyObject;
}

export interface CertificateWishes {
  name: string;
  extensions: Buffer[];
  validFrom: Date;
  validTo: Date;
  /** Itself, when left out. */
  issuer?: Issuer | undefined;
}

const OIDS = {
  commonName: '550403',
  keyUsage: '551d0f',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
  extendedKeyUsage: '551d25',
  serverAuthentication: '2b06010505070301',
  ecdsaWithSha256: '2a8648ce3d040302',
};

const VERSION_3 = Buffer.of(2);
const DIGITAL_SIGNATURE = Buffer.of(0x80);
const SERIAL_BYTES = 16;

/** An X.509 certificate (RFC 5280) for a new P-256 key. */
export function makeCertificate(wishes: CertificateWishes): Certificate & { issuer: Issuer } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const self = { name: wishes.name, privateKey };
  const issuer = wishes.issuer ?? self;
  const algorithm = sequence(objectId(OIDS.ecdsaWithSha256));
  const toSign = sequence(
    tagged(0, integer(VERSION_3)),
    integer(serialNumber()),
    algorithm,
    distinguishedName(issuer.name),
    sequence(utcTime(wishes.validFrom), utcTime(wishes.validTo)),
    distinguishedName(wishes.name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...wishes.extensions)),
  );
  const whole = sequence(toSign, algorithm, bits(sign('sha256', toSign, issuer.privateKey)));
  return {
    certificate: pem(whole),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    issuer: self,
  };
}

/** What a browser wants to see of a web server's certificate. `hosts`: names, IPv4 and IPv6 addresses. */
export function serverExtensions(hosts: string[]): Buffer[] {
  return [
    extension(OIDS.basicConstraints, sequence(), { isCritical: true }),
    extension(OIDS.keyUsage, bits(DIGITAL_SIGNATURE, 7), { isCritical: true }),
    extension(OIDS.extendedKeyUsage, sequence(objectId(OIDS.serverAuthentication))),
    extension(OIDS.subjectAltName, sequence(...hosts.map(generalName))),
  ];
}

export function authorityExtensions(): Buffer[] {
  return [extension(OIDS.basicConstraints, sequence(boolean(true)), { isCritical: true })];
}

function extension(oid: string, value: Buffer, { isCritical = false } = {}): Buffer {
  return sequence(objectId(oid), ...(isCritical ? [boolean(true)] : []), octets(value));
}

function generalName(host: string): Buffer {
  if (isIP(host) === 0) return tagged(2, Buffer.from(host), { isPrimitive: true });
  return tagged(7, addressBytes(host), { isPrimitive: true });
}

/** Positive, and never with a zero byte too many. */
function serialNumber(): Buffer {
  const serial = randomBytes(SERIAL_BYTES);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  return serial;
}

function distinguishedName(name: string): Buffer {
  return sequence(setOf(sequence(objectId(OIDS.commonName), utf8(name))));
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
