import { execFileSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JPEG } from '@trustnxt/c2pa-ts/asset';
import { LocalSigner } from '@trustnxt/c2pa-ts/cose';
import {
  type Action,
  ActionAssertion,
  AssertionLabels,
  ClaimVersion,
  DataHashAssertion,
  ManifestStore,
} from '@trustnxt/c2pa-ts/manifest';
import { ALGORITHMS } from '../../../src/content-credentials/signing-algorithms.ts';

type Certificate = ConstructorParameters<typeof LocalSigner>[2];

const SIGNER = `basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=emailProtection
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid
`;
const MADE_BY_AI = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
const SHA_256 = 'SHA-256';

/** Valid content credentials that another program wrote, with its padding and without a receipt, and the CA behind them. */
export async function foreignCredentials(jpeg: Buffer): Promise<{ file: Buffer; authority: string }> {
  const { signer, authority } = createSigner();
  const asset = new JPEG(new Uint8Array(jpeg));
  const store = new ManifestStore();
  const manifest = store.createManifest({
    claimVersion: ClaimVersion.V2,
    assetFormat: 'image/jpeg',
    instanceID: 'xmp:iid:foreign',
    defaultHashAlgorithm: SHA_256,
    signer,
  });
  if (manifest.claim !== undefined) manifest.claim.claimGeneratorName = 'Painter';
  const binding = DataHashAssertion.create(SHA_256);
  manifest.addAssertion(binding);
  const actions = new ActionAssertion();
  actions.label = AssertionLabels.actionsV2;
  actions.actions = [{ action: 'c2pa.created', digitalSourceType: MADE_BY_AI } as unknown as Action];
  manifest.addAssertion(actions);
  await asset.ensureManifestSpace(store.measureSize());
  await binding.updateWithAsset(asset);
  await manifest.sign(signer);
  await asset.writeManifestJUMBF(store.getBytes());
  return { file: Buffer.from(await asset.getDataRange()), authority };
}

function createSigner(): { signer: LocalSigner; authority: string } {
  const folder = mkdtempSync(join(tmpdir(), 'foreign-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const newKey = ['-newkey', 'ed25519', '-noenc'];
  try {
    writeFileSync(join(folder, 'signer.cnf'), SIGNER);
    const root = ['-subj', '/O=Paint Trust/CN=Paint Trust Root'];
    openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '99', ...root);
    openssl('req', ...newKey, '-keyout', 'key.pem', '-out', 'csr.pem', '-subj', '/O=Painter Inc/CN=Painter');
    openssl(
      ...['x509', '-req', '-in', 'csr.pem', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-days', '90'],
      ...['-extfile', 'signer.cnf', '-out', 'signer.pem'],
    );
    const key = createPrivateKey(read('key.pem')).export({ type: 'pkcs8', format: 'der' });
    const certificate = (name: string) =>
      ({ rawData: new Uint8Array(new X509Certificate(read(name)).raw) }) as unknown as Certificate;
    return {
      signer: new LocalSigner(new Uint8Array(key), ALGORITHMS.Ed25519.cose, certificate('signer.pem'), [
        certificate('ca.pem'),
      ]),
      authority: read('ca.pem'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
