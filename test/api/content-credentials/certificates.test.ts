import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCredentials } from '../../../src/content-credentials/credentials.ts';
import { createSecrets } from '../../../src/platform/secrets.ts';
import { startTestApp, useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { DAY } from '../../helpers/app/test-clock.ts';
import { SECRET_KEY } from '../../helpers/app/test-platform.ts';
import { readSeal } from '../../helpers/content-credentials/official-reader.ts';
import {
  itemsOf,
  storedSeal,
  submitPhotos,
  useSealWorker,
} from '../../helpers/content-credentials/seal-worker.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';

const PATH = '/.well-known/shutterpost-ca.pem';

describe('the certificates of an installation', () => {
  const api = useTestApp({ now: Date.now() });
  const workspace = useWorkspace(api);
  const worker = useSealWorker(api);

  const published = async () =>
    ((await api.call('GET', PATH)).body.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? []).map(
      (pem) => new X509Certificate(pem),
    );
  const inUse = (kind: 'authority' | 'signer') =>
    rowsOf(api.database, 'signing_certificates', { kind, retired_at: null });
  const sealedNow = async () => {
    const id = await submitPhotos(api, workspace);
    await worker.settled();
    const [item] = await itemsOf(api, workspace, id);
    return storedSeal(api, item?.id ?? '');
  };

  it('should be created once by nodes that start together', async () => {
    const node = () =>
      createCredentials({
        ...api.services,
        secrets: createSecrets(SECRET_KEY),
        host: 'photos.test',
      });
    await Promise.all(Array.from({ length: 8 }, () => node().ensure()));
    const all = await rowsOf(api.database, 'signing_certificates', {});
    expect(all.map(({ kind }) => kind).sort()).toEqual(['authority', 'signer']);
    const identities = await Promise.all(Array.from({ length: 3 }, () => node().identity()));
    expect(new Set(identities.map(({ privateKey }) => privateKey)).size).toBe(1);
  });

  it('should be published for everyone, without their keys', async () => {
    const response = await api.call('GET', PATH);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/x-pem-file');
    expect(response.body).not.toContain('PRIVATE KEY');
    const [authority] = await published();
    expect(authority?.ca).toBe(true);
    expect(authority?.checkIssued(authority)).toBe(true);
  });

  it('should keep their private keys encrypted, each for its own row', async () => {
    const [[authority], [signer]] = [await inUse('authority'), await inUse('signer')];
    for (const row of [authority, signer]) expect(row?.private_key).not.toContain('PRIVATE');
    const secrets = createSecrets(SECRET_KEY);
    const unseal = (owner: string) => secrets.unseal('signing-keys', owner, signer?.private_key ?? '');
    expect(unseal(signer?.id ?? '')).toContain('BEGIN PRIVATE KEY');
    expect(() => unseal(authority?.id ?? '')).toThrow();
  });

  it('should be what the specification asks of a signer', async () => {
    const [[authority], [signer]] = [await inUse('authority'), await inUse('signer')];
    const parsed = new X509Certificate(signer?.certificate ?? '');
    const issuer = new X509Certificate(authority?.certificate ?? '');
    expect(parsed.verify(issuer.publicKey) && parsed.checkIssued(issuer)).toBe(true);
    expect(parsed.ca).toBe(false);
    expect(parsed.keyUsage).toEqual(['1.3.6.1.5.5.7.3.4']);
    expect(parsed.subject).toMatch(/^O=/m);
    expect(parsed.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    expect(issuer.validToDate.getTime()).toBeGreaterThan(parsed.validToDate.getTime());
  });

  it('should be replaced by the operator, while what was sealed before stays trusted', async () => {
    const before = await sealedNow();
    const [old] = await published();
    await api.services.credentials.rotate();
    const after = await sealedNow();
    const [newest, ...older] = await published();
    expect(newest?.fingerprint256).not.toBe(old?.fingerprint256);
    expect(older.map(({ fingerprint256 }) => fingerprint256)).toEqual([old?.fingerprint256]);
    const anchors = (await api.call('GET', PATH)).body;
    for (const sealed of [before, after]) expect((await readSeal(sealed, { anchors })).state).toBe('Trusted');
    expect((await readSeal(after, { anchors: old?.toString() ?? '' })).state).toBe('Valid');
    const retired = (await rowsOf(api.database, 'signing_certificates', {})).filter(
      ({ retired_at }) => retired_at !== null,
    );
    expect(retired.map(({ private_key }) => private_key)).toEqual([null, null]);
  });

  it('should be left as they are by two rotations and a renewal at once, with one pair that belongs together', async () => {
    const { credentials } = api.services;
    api.clock.advance(366 * DAY);
    await Promise.all([credentials.rotate(), credentials.renew(), credentials.rotate(), credentials.renew()]);
    const [[authority], [signer]] = [await inUse('authority'), await inUse('signer')];
    expect(signer?.issuer_id).toBe(authority?.id);
    expect((await credentials.identity()).chain).toHaveLength(2);
  });
});

describe('certificates that get old', () => {
  it('should be renewed: the signer each year, the authority before it could not outlive a signer', async () => {
    const api = await startTestApp();
    const { credentials } = api.services;
    const pair = async () =>
      (await rowsOf(api.database, 'signing_certificates', { retired_at: null }, 'kind')).map(({ id }) => id);
    await credentials.renew();
    const first = await pair();
    api.clock.advance(364 * DAY);
    await credentials.renew();
    expect(await pair()).toEqual(first);
    api.clock.advance(2 * DAY);
    await credentials.renew();
    const second = await pair();
    expect([second[0] === first[0], second[1] === first[1]]).toEqual([true, false]);
    api.clock.advance(15 * 365 * DAY);
    await credentials.renew();
    const third = await pair();
    expect([third[0] === second[0], third[1] === second[1]]).toEqual([false, false]);
    const chain = (await credentials.current()).chain.map((pem) => new X509Certificate(pem));
    expect(chain[0]?.validToDate.getTime()).toBeLessThan(chain[1]?.validToDate.getTime() ?? 0);
    await api.close();
  });
});
