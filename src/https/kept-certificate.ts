import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { type Certificate, makeCertificate } from '../platform/certificates/certificate.ts';
import { serverExtensions } from './server-extensions.ts';

const FILE_NAME = 'https-certificate.pem';
const DAY_MS = 86_400_000;
/** Apple's systems take no more than 398. */
const VALID_DAYS = 365;
const RENEW_BEFORE_DAYS = 30;
const KEY_BLOCK = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n/;
const CERTIFICATE_BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/;

/**
 * The certificate in the data folder, as long as it holds for all hosts and for a while yet; otherwise a new one. It stays
 * the same over restarts, so that a browser asks once whether to trust it.
 */
export function keptCertificate(options: { dataDir: string; hosts: string[]; now: Date }): Certificate {
  const file = join(options.dataDir, FILE_NAME);
  const kept = read(file);
  if (kept !== undefined && isUsable(kept, options)) return kept;
  const created = makeCertificate({
    name: { commonName: 'Shutterpost on this network' },
    extensions: (keys) => serverExtensions(keys, options.hosts),
    // A phone's clock may be behind.
    validFrom: new Date(options.now.getTime() - DAY_MS),
    validTo: new Date(options.now.getTime() + VALID_DAYS * DAY_MS),
  });
  write(options.dataDir, file, created);
  return { certificate: created.certificate, key: created.key };
}

function read(file: string): Certificate | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const certificate = CERTIFICATE_BLOCK.exec(text)?.[0];
  const key = KEY_BLOCK.exec(text)?.[0];
  return certificate === undefined || key === undefined ? undefined : { certificate, key };
}

function isUsable(
  { certificate, key }: Certificate,
  { hosts, now }: { hosts: string[]; now: Date },
): boolean {
  try {
    const parsed = new X509Certificate(certificate);
    return (
      parsed.checkPrivateKey(createPrivateKey(key)) &&
      parsed.validFromDate <= now &&
      parsed.validToDate.getTime() - now.getTime() > RENEW_BEFORE_DAYS * DAY_MS &&
      hosts.every((host) => (isIP(host) === 0 ? parsed.checkHost(host) : parsed.checkIP(host)) !== undefined)
    );
  } catch {
    return false;
  }
}

/** Both in one file: a crash leaves a pair that fits together, or none. */
function write(dataDir: string, file: string, { certificate, key }: Certificate): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  rmSync(draft, { force: true });
  writeFileSync(draft, key + certificate, { mode: 0o600, flush: true });
  renameSync(draft, file);
}
