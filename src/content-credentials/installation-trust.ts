import { X509Certificate } from 'node:crypto';
import type { Database } from '../platform/db/database.ts';
import type { BoughtCertificate } from './bought-certificate.ts';
import { createSigningCertificateRepository } from './certificate-repository.ts';

/** How whoever checks a seal knows that it is this installation's. */
export interface InstallationTrust {
  /** PEM: what seals must lead to, the newest first. */
  anchors: string[];
  /** Who signs for this installation, where the anchors sign for strangers too; undefined: whoever leads to them does. */
  organizations: string[] | undefined;
}

export async function readInstallationTrust(
  database: Database,
  bought: BoughtCertificate | undefined,
): Promise<InstallationTrust> {
  const own = await createSigningCertificateRepository(database).all();
  const anchors = own.flatMap(({ kind, certificate }) => (kind === 'authority' ? [certificate] : []));
  if (bought === undefined) return { anchors, organizations: undefined };
  const signers = [...bought.chain.slice(0, 1), ...own.map(({ certificate }) => certificate)];
  return {
    anchors: [...bought.anchors, ...anchors],
    organizations: [...new Set(signers.flatMap((pem) => organizationOf(pem) ?? []))],
  };
}

function organizationOf(pem: string): string | undefined {
  const { O } = new X509Certificate(pem).toLegacyObject().subject as { O?: string | string[] };
  return Array.isArray(O) ? O[0] : O;
}
