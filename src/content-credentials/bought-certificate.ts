import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SigningIdentity } from './seal-jpeg.ts';
import { algorithmFor } from './signing-algorithms.ts';

/** A certificate for sealing that an authority sold to the operator. */
export interface BoughtCertificate {
  /** PEM: the signer's first. */
  chain: string[];
  /** PEM: those that sign others. */
  anchors: string[];
  validTo: Date;
  /** Throws when it has ended: readers would refuse what is sealed with it. */
  identity(now: number): SigningIdentity;
}

/** What is wrong with it, and in which setting. */
export class CertificateFault extends Error {
  readonly setting: 'C2PA_CERTIFICATE' | 'C2PA_PRIVATE_KEY';

  constructor(setting: CertificateFault['setting'], reason: string) {
    super(reason);
    this.name = 'CertificateFault';
    this.setting = setting;
  }
}

const CERTIFICATE_BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const MAX_CHAIN = 10;
/** Email protection, and document signing in the words of the IETF and of Microsoft. */
const PURPOSES = ['1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36', '1.3.6.1.4.1.311.10.3.12'];

/** Reads both files and makes sure that readers will take what is sealed with them. */
export function readBoughtCertificate(files: { certificate: string; privateKey: string }): BoughtCertificate {
  const certificates = readChain(files.certificate);
  const [signer] = certificates;
  if (signer === undefined) throw new CertificateFault('C2PA_CERTIFICATE', 'has no certificate in PEM in it');
  const key = readKey(files.privateKey);
  requireChain(certificates);
  requireSigner(signer);
  if (!signer.checkPrivateKey(key))
    throw new CertificateFault(
      'C2PA_PRIVATE_KEY',
      'does not belong to the first certificate of C2PA_CERTIFICATE',
    );
  const algorithm = algorithmFor(key);
  if (algorithm === undefined)
    throw new CertificateFault(
      'C2PA_PRIVATE_KEY',
      'must be a key on P-256 or P-384, Ed25519, or RSA with 2048 bits or more',
    );
  const privateKey = key.export({ type: 'pkcs8', format: 'pem' }).toString();
  const pem = certificates.map((certificate) => certificate.toString());
  return {
    chain: pem,
    anchors: pem.slice(1),
    validTo: signer.validToDate,
    identity(now) {
      if (!isValidAt(signer, now))
        throw new Error('The certificate in C2PA_CERTIFICATE has expired or is not valid yet');
      return { algorithm, privateKey, chain: certificates.map(({ raw }) => new Uint8Array(raw)) };
    },
  };
}

function readText(setting: CertificateFault['setting'], file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CertificateFault(setting, `cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function readChain(file: string): X509Certificate[] {
  const blocks = readText('C2PA_CERTIFICATE', file).match(CERTIFICATE_BLOCK) ?? [];
  if (blocks.length > MAX_CHAIN)
    throw new CertificateFault('C2PA_CERTIFICATE', `has more than ${MAX_CHAIN} certificates in it`);
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    throw new CertificateFault('C2PA_CERTIFICATE', 'has a damaged certificate in it');
  }
}

function readKey(file: string): KeyObject {
  const text = readText('C2PA_PRIVATE_KEY', file);
  try {
    return createPrivateKey(text);
  } catch {
    throw new CertificateFault('C2PA_PRIVATE_KEY', 'must be a private key in PEM without a passphrase');
  }
}

function requireChain(certificates: X509Certificate[]): void {
  for (const [index, issuer] of certificates.entries()) {
    const signed = certificates[index - 1];
    if (signed !== undefined && !(signed.checkIssued(issuer) && signed.verify(issuer.publicKey)))
      throw new CertificateFault(
        'C2PA_CERTIFICATE',
        'must have the signing certificate first and after each certificate the one that issued it',
      );
  }
}

function isValidAt({ validFromDate, validToDate }: X509Certificate, now: number): boolean {
  return validFromDate.getTime() <= now && now < validToDate.getTime();
}

function requireSigner(signer: X509Certificate): void {
  const fault = (reason: string) => new CertificateFault('C2PA_CERTIFICATE', reason);
  if (signer.ca) throw fault('must begin with the signing certificate, not with that of an authority');
  if (signer.checkIssued(signer)) throw fault('must be issued by an authority, not signed by itself');
  if (!PURPOSES.some((purpose) => signer.keyUsage?.includes(purpose)))
    throw fault('must be a certificate for email protection or document signing');
  if (!/^O=/m.test(signer.subject)) throw fault('must name an organization in its subject');
}
