import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Certificate } from '../platform/certificates/certificate.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { SigningCertificateKind, SigningCertificateRow } from '../platform/db/tables.ts';
import type { Ids } from '../platform/ids.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { BoughtCertificate } from './bought-certificate.ts';
import { createSigningCertificateRepository } from './certificate-repository.ts';
import { type InstallationTrust, readInstallationTrust } from './installation-trust.ts';
import {
  isAuthorityDue,
  isSignerDue,
  makeAuthority,
  makeSigner,
  type NewCertificate,
} from './own-certificates.ts';
import type { SigningIdentity } from './seal-jpeg.ts';
import { algorithmFor } from './signing-algorithms.ts';

/** The certificates in use, and whose they are. */
export interface CurrentCertificates {
  source: 'own' | 'bought';
  /** PEM: the signer's first. */
  chain: string[];
}

export type Credentials = ReturnType<typeof createCredentials>;

/** What photos are sealed with: the installation's own certificates, unless it was given bought ones (0096). */
export function createCredentials(deps: {
  database: Database;
  clock: Clock;
  ids: Ids;
  secrets: Secrets;
  /** Of PUBLIC_URL: what new certificates call the installation. */
  host: string;
  bought?: BoughtCertificate | undefined;
}) {
  const { database, clock, ids, secrets, host, bought } = deps;
  const repository = createSigningCertificateRepository(database);

  const toRow = (
    kind: SigningCertificateKind,
    created: NewCertificate,
    issuerId: string | null,
    now: number,
  ): SigningCertificateRow => {
    const id = ids.next('signingCertificate', now);
    return {
      id,
      kind,
      certificate: created.certificate,
      private_key: secrets.seal('signing-keys', id, created.key),
      issuer_id: issuerId,
      valid_until: created.validUntil,
      created_at: now,
      retired_at: null,
    };
  };

  function withKey({ id, certificate, private_key }: SigningCertificateRow): Certificate {
    if (private_key === null) throw new Error(`The certificate ${id} is retired`);
    return { certificate, key: secrets.unseal('signing-keys', id, private_key) };
  }

  async function createSigner(trx: Queries, authority: SigningCertificateRow, now: number): Promise<void> {
    const signer = makeSigner(withKey(authority), host, now);
    await repository.insert(trx, toRow('signer', signer, authority.id, now));
  }

  /** Both in one transaction. Whoever comes second waits for the first one's, and changes nothing. */
  async function createPair(trx: Queries, now: number): Promise<void> {
    const authority = toRow('authority', makeAuthority(host, now), null, now);
    if (await repository.insert(trx, authority)) await createSigner(trx, authority, now);
  }

  /** In one transaction: there is always one of each in use. */
  async function replacePair(trx: Queries, now: number): Promise<void> {
    if ((await repository.lockAuthority(trx)) !== undefined) {
      await repository.retire(trx, 'signer', now);
      await repository.retire(trx, 'authority', now);
    }
    await createPair(trx, now);
  }

  async function ownPair(): Promise<{ signer: SigningCertificateRow; authority: SigningCertificateRow }> {
    const find = async () => {
      const [signer, authority] = await Promise.all([
        repository.inUse('signer'),
        repository.inUse('authority'),
      ]);
      // Read while they were being replaced, they may not belong together.
      return signer !== undefined && signer.issuer_id === authority?.id ? { signer, authority } : undefined;
    };
    const found = await find();
    if (found !== undefined) return found;
    await database.write((trx) => createPair(trx, clock()));
    const created = await find();
    if (created === undefined) throw new Error('The certificates for sealing were replaced meanwhile');
    return created;
  }

  return {
    /** Creates the installation's own certificates where there are none. */
    async ensure(): Promise<void> {
      if (bought === undefined) await ownPair();
    },

    async identity(): Promise<SigningIdentity> {
      if (bought !== undefined) return bought.identity(clock());
      const { signer, authority } = await ownPair();
      const { key } = withKey(signer);
      return {
        algorithm: algorithmFor(createPrivateKey(key)) ?? 'ES256',
        privateKey: key,
        chain: [signer, authority].map(({ certificate }) => derOf(certificate)),
      };
    },

    /** Replaces certificates before they end. What was sealed with them stays valid. */
    async renew(): Promise<void> {
      if (bought !== undefined) return;
      const now = clock();
      const { signer, authority } = await ownPair();
      if (isAuthorityDue(authority, now)) return database.write((trx) => replacePair(trx, now));
      if (!isSignerDue(signer, now)) return;
      await database.write(async (trx) => {
        // Another node may have been quicker.
        if ((await repository.lockAuthority(trx))?.id !== authority.id) return;
        if ((await repository.inUse('signer', trx))?.id !== signer.id) return;
        await repository.retire(trx, 'signer', now);
        await createSigner(trx, authority, now);
      });
    },

    /** For the operator: a new authority and a new signer, at once. */
    async rotate(): Promise<void> {
      await database.write((trx) => replacePair(trx, clock()));
    },

    async current(): Promise<CurrentCertificates> {
      if (bought !== undefined) return { source: 'bought', chain: bought.chain };
      const { signer, authority } = await ownPair();
      return { source: 'own', chain: [signer.certificate, authority.certificate] };
    },

    /** What readers must trust to trust every seal of this installation. */
    trust: (): Promise<InstallationTrust> => readInstallationTrust(database, bought),
  };
}

function derOf(pem: string): Uint8Array {
  return new Uint8Array(new X509Certificate(pem).raw);
}
