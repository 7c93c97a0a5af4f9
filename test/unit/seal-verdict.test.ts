import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readBoughtCertificate } from '../../src/content-credentials/bought-certificate.ts';
import { loadOfficialReader } from '../../src/content-credentials/official-reader.ts';
import { sealJpeg } from '../../src/content-credentials/seal-jpeg.ts';
import { requestTimeStamp } from '../../src/content-credentials/time-stamps.ts';
import { readReport } from '../../src/shared/credentials-report.ts';
import {
  certificatesIn,
  MAX_CHECKED_BYTES,
  openQuestions,
  type ReadCredentials,
  type Trust,
  verifySeal,
} from '../../src/shared/seal-verdict.ts';
import { liveJpeg } from '../helpers/capture/jpeg-files.ts';
import { foreignCredentials } from '../helpers/content-credentials/foreign-credentials.ts';
import { createTestIdentity, sealContent, WARNING } from '../helpers/content-credentials/signing.ts';
import { useTimeStampAuthority } from '../helpers/content-credentials/time-stamp-authority.ts';
import { useFolderForAll } from '../helpers/hooks.ts';

const { authority, identity } = createTestIdentity();
const stranger = createTestIdentity();
const OURS: Trust = { installation: authority.certificate, list: undefined };
const YEARS = 365 * 86_400_000;

describe('the verdict on a file', () => {
  const stamps = useTimeStampAuthority();
  let read: ReadCredentials;
  beforeAll(async () => {
    read = await loadOfficialReader();
  });

  const seal = async (content = sealContent(), signedBy = identity, isStamped = false) =>
    Buffer.from(
      await sealJpeg(
        new Uint8Array(await liveJpeg({ width: 320, height: 240 })),
        content,
        signedBy,
        isStamped ? (sha256) => requestTimeStamp(stamps.url, sha256) : undefined,
      ),
    );

  it('should be trusted for a seal of this installation, with all that it claims', async () => {
    const verdict = await verifySeal(await seal(), OURS, read);
    expect(verdict).toMatchObject({
      outcome: 'trusted',
      changed: undefined,
      chain: 'installation',
      timeStamp: 'none',
      codes: [],
      claims: {
        signer: { organization: 'photos.example.com', name: 'Shutterpost at photos.example.com' },
        sourceType: 'digitalCapture',
        receipt: {
          workspace: 'Müller & Söhne',
          receivedAt: '2026-07-01T12:00:00Z',
          isTest: false,
          requestId: 'req_1',
          slotIndex: 1,
          slotInstructions: 'The dent, 車 and door',
        },
      },
    });
    expect(verdict.claims && openQuestions(verdict.claims)).toEqual(['truth', 'person', 'place']);
  });

  it('should leave open that a camera captured it when a check warned', async () => {
    const { outcome, claims } = await verifySeal(
      await seal(sealContent({ evidence: [WARNING] })),
      OURS,
      read,
    );
    expect(outcome).toBe('trusted');
    expect(claims?.receipt?.evidence).toEqual([WARNING]);
    expect(claims && openQuestions(claims)).toContain('camera');
  });

  it('should tell this installation, the list that was given and the unknown apart', async () => {
    const file = await seal(undefined, stranger.identity);
    const list = stranger.authority.certificate;
    expect(await verifySeal(file, OURS, read)).toMatchObject({ outcome: 'unknown_signer', chain: 'unknown' });
    expect(await verifySeal(file, { ...OURS, list }, read)).toMatchObject({
      outcome: 'trusted',
      chain: 'list',
    });
    expect(await verifySeal(await seal(), { ...OURS, list }, read)).toMatchObject({ chain: 'installation' });
    const nowhere = await verifySeal(file, { installation: undefined, list: undefined }, read);
    expect(nowhere).toMatchObject({ outcome: 'unknown_signer', isInstallationKnown: false });
  });

  it('should say whether a time stamp authority on the list vouched for the time', async () => {
    const file = await seal(undefined, identity, true);
    const unvouched = await verifySeal(file, OURS, read);
    expect(unvouched).toMatchObject({ outcome: 'trusted', timeStamp: 'unvouched' });
    expect(Math.abs(Date.parse(unvouched.claims?.stampedAt ?? '') - Date.now())).toBeLessThan(120_000);
    const vouched = await verifySeal(file, { ...OURS, list: stamps.authority }, read);
    expect(vouched).toMatchObject({ outcome: 'trusted', chain: 'installation', timeStamp: 'vouched' });
  });

  it.each([
    ['without a time stamp', false, 101],
    ['with a time stamp', true, 103],
  ])('should name one flipped byte anywhere, %s', async (_which, isStamped, step) => {
    const file = await seal(undefined, identity, isStamped);
    const places = [
      ...Array.from({ length: 24 }, (_, at) => at),
      ...Array.from({ length: Math.ceil(file.length / step) }, (_, index) => index * step),
    ].filter((at) => at < 7_000 || at % (step * 20) === 0);
    for (const at of new Set([...places, file.length - 1])) {
      const flipped = Buffer.from(file);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      const { outcome, claims } = await verifySeal(flipped, OURS, read);
      expect(outcome, `byte ${at}`).toBe('changed');
      // What is said of a changed picture was said before. What is said by a changed seal is not shown.
      expect(claims?.receipt?.workspace ?? 'Müller & Söhne', `byte ${at}`).toBe('Müller & Söhne');
    }
  });

  it('should not expect the form of our seals from someone else’s credentials', async () => {
    const { file, authority: list } = await foreignCredentials(await liveJpeg());
    const verdict = await verifySeal(file, OURS, read);
    expect(verdict).toMatchObject({
      outcome: 'unknown_signer',
      changed: undefined,
      claims: {
        signer: { organization: 'Painter Inc', name: 'Painter' },
        generator: expect.stringContaining('Painter'),
        sourceType: 'trainedAlgorithmicMedia',
        receipt: undefined,
      },
    });
    expect(verdict.claims && openQuestions(verdict.claims)).toContain('camera');
    expect(await verifySeal(file, { ...OURS, list }, read)).toMatchObject({
      outcome: 'trusted',
      chain: 'list',
    });
    const changed = Buffer.from(file);
    changed[changed.length - 9] = (changed.at(-9) ?? 0) ^ 1;
    expect(await verifySeal(changed, OURS, read)).toMatchObject({ outcome: 'changed', changed: 'picture' });
  });

  it('should say that the certificate has ended, and that nothing else is wrong', async () => {
    const ended = createTestIdentity(Date.now() - 11 * YEARS);
    const trust = { installation: ended.authority.certificate, list: undefined };
    const verdict = await verifySeal(await seal(undefined, ended.identity), trust, read);
    expect(verdict).toMatchObject({ outcome: 'expired', changed: undefined });
  });

  it.each([
    ['no_credentials', 'an original', () => liveJpeg()],
    ['not_jpeg', 'something else', async () => Buffer.from('%PDF-1.7 and so on')],
    ['not_jpeg', 'nothing', async () => Buffer.alloc(0)],
    ['too_large', 'too much', async () => Buffer.alloc(MAX_CHECKED_BYTES + 1)],
    ['changed', 'half a sealed photo', async () => (await seal()).subarray(0, 2_500)],
  ])('should be %s for %s', async (expected, _what, file) => {
    expect((await verifySeal(await file(), OURS, read)).outcome).toBe(expected);
  });

  it('should not blame the file when the reader itself fails', async () => {
    const broken: ReadCredentials = () => Promise.reject(new Error('out of memory'));
    await expect(verifySeal(await seal(), OURS, broken)).rejects.toThrow('out of memory');
  });
});

describe('a bought certificate whose CA signs for strangers too', () => {
  const folder = useFolderForAll();
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc'];

  function buy(organization: string) {
    const subject = `/O=${organization}/CN=Seals`;
    openssl('req', ...newKey, '-keyout', 'key.pem', '-out', 'request.pem', '-subj', subject);
    openssl(
      ...['x509', '-req', '-in', 'request.pem', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-days', '90'],
      ...['-extfile', 'signer.cnf', '-out', 'certificate.pem'],
    );
    const [chain, key] = [join(folder, 'chain.pem'), join(folder, 'key.pem')];
    writeFileSync(
      chain,
      ['certificate.pem', 'ca.pem'].map((file) => readFileSync(join(folder, file), 'utf8')).join(''),
    );
    return readBoughtCertificate({ certificate: chain, privateKey: key });
  }

  it('should make its own organization this installation, and no other one', async () => {
    const subject = ['-subj', '/O=Big CA/CN=Big CA Root'];
    openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '99', ...subject);
    writeFileSync(
      join(folder, 'signer.cnf'),
      'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=emailProtection\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n',
    );
    const read = await loadOfficialReader();
    const [acme, rival] = [buy('Acme'), buy('Rival')];
    const trust = { installation: acme.anchors.join(''), organizations: ['Acme'], list: undefined };
    const chainOf = async (bought: typeof acme) => {
      const jpeg = new Uint8Array(await liveJpeg());
      return (await verifySeal(await sealJpeg(jpeg, sealContent(), bought.identity(Date.now())), trust, read))
        .chain;
    };
    expect([await chainOf(acme), await chainOf(rival)]).toEqual(['installation', 'unknown']);
  });
});

describe('what a stranger wrote into a file', () => {
  const report = (manifest: object) =>
    readReport(
      JSON.stringify({
        active_manifest: 'm',
        validation_state: 'Valid',
        manifests: { m: manifest },
        validation_results: { activeManifest: { success: [], informational: [], failure: [] } },
      }),
    );

  it('should be cut, without control characters or turns of direction, whatever its shape', () => {
    const hostile = `\u001b[2J\u202egpj.\u0007${'x'.repeat(5_000)}`;
    const { signer, receipt } = report({
      signature_info: { issuer: hostile, common_name: 7 },
      assertions: [
        {
          label: 'org.shutterpost.receipt',
          data: {
            received_by: [hostile],
            received_at: 'soon',
            slot: null,
            evidence: [null, { result: 'great' }],
          },
        },
      ],
    });
    expect(signer.organization).toMatch(/^\[2J gpj\. x{985,}$/);
    expect(signer.name).toBeUndefined();
    expect(receipt).toMatchObject({ workspace: undefined, receivedAt: undefined, isTest: true });
    expect(receipt?.evidence.map(({ result }) => result)).toEqual(['unknown', 'unknown']);
  });

  it('should not be a list of certificates unless there is one in it', () => {
    expect(certificatesIn('-----BEGIN CERTIFICATE-----\n"}}!\n-----END CERTIFICATE-----')).toBeUndefined();
    expect(certificatesIn(`Our CA:\n${authority.certificate}\nBest wishes`)).toBe(authority.certificate);
  });
});
