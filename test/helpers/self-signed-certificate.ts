import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** In PEM. */
export interface Certificate {
  certificate: string;
  key: string;
}

interface Issuer {
  name: string;
  privateKey: KeyObject;
}

interface Wishes {
  name: string;
  /** Host names and IPv4 addresses; none for an authority. */
  hosts?: string[];
  /** Itself, when left out. */
  issuer?: Issuer;
  validFrom?: Date;
  validTo?: Date;
}

export interface TestCertificates {
  /** What a client must trust for `valid` and `expired`. */
  authority: string;
  valid: Certificate;
  expired: Certificate;
  selfSigned: Certificate;
  otherHost: Certificate;
}

const DAY_MS = 86_400_000;
const HOSTS = ['localhost', '127.0.0.1'];

const OIDS = {
  commonName: '550403',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
  ecdsaWithSha256: '2a8648ce3d040302',
};

/** Made anew for each run: no key lies around in the repository, and none runs out. */
export function makeTestCertificates(): TestCertificates {
  const authority = makeCertificate({ name: 'Test authority' });
  const { issuer } = authority;
  return {
    authority: authority.certificate,
    valid: makeCertificate({ name: 'localhost', hosts: HOSTS, issuer }),
    expired: makeCertificate({
      name: 'localhost',
      hosts: HOSTS,
      issuer,
      validFrom: new Date(Date.now() - 30 * DAY_MS),
      validTo: new Date(Date.now() - DAY_MS),
    }),
    selfSigned: makeCertificate({ name: 'localhost', hosts: HOSTS }),
    otherHost: makeCertificate({ name: 'other.example', hosts: ['other.example'], issuer }),
  };
}

function makeCertificate(wishes: Wishes): Certificate & { issuer: Issuer } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const self = { name: wishes.name, privateKey };
  const issuer = wishes.issuer ?? self;
  const algorithm = sequence(oid(OIDS.ecdsaWithSha256));
  const validFrom = wishes.validFrom ?? new Date(Date.now() - DAY_MS);
  const validTo = wishes.validTo ?? new Date(Date.now() + DAY_MS);
  const toSign = sequence(
    element(0xa0, integer(2)),
    integer(1 + Math.floor(Math.random() * 1_000_000)),
    algorithm,
    distinguishedName(issuer.name),
    sequence(time(validFrom), time(validTo)),
    distinguishedName(wishes.name),
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(extensionFor(wishes.hosts))),
  );
  const signature = sign('sha256', toSign, issuer.privateKey);
  const whole = sequence(toSign, algorithm, element(0x03, Buffer.concat([Buffer.of(0), signature])));
  return {
    certificate: pem(whole),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    issuer: self,
  };
}

function extensionFor(hosts: string[] | undefined): Buffer {
  const octets = (content: Buffer) => element(0x04, content);
  if (hosts === undefined) {
    const isAuthority = element(0x01, Buffer.of(0xff));
    return sequence(oid(OIDS.basicConstraints), isAuthority, octets(sequence(isAuthority)));
  }
  const names = hosts.map((host) =>
    /^[\d.]+$/.test(host)
      ? element(0x87, Buffer.from(host.split('.').map(Number)))
      : element(0x82, Buffer.from(host)),
  );
  return sequence(oid(OIDS.subjectAltName), octets(sequence(...names)));
}

function distinguishedName(name: string): Buffer {
  return sequence(element(0x31, sequence(oid(OIDS.commonName), element(0x0c, Buffer.from(name)))));
}

function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...head), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return element(0x30, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, 'hex'));
}

function integer(value: number): Buffer {
  const hex = value.toString(16);
  return element(
    0x02,
    Buffer.from(`00${hex.length % 2 === 1 ? '0' : ''}${hex}`.replace(/^00(?=[0-7])/, ''), 'hex'),
  );
}

function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return element(0x17, Buffer.from(`${digits}Z`));
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
