import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Config, readConfig } from '../../src/config/config.ts';
import { sealSettingsOf } from '../../src/config/seal-settings.ts';
import { sealJpeg } from '../../src/content-credentials/seal-jpeg.ts';
import { liveJpeg } from '../helpers/capture/jpeg-files.ts';
import { sealState } from '../helpers/content-credentials/official-reader.ts';
import { sealContent } from '../helpers/content-credentials/signing.ts';
import { useFolderForAll } from '../helpers/hooks.ts';

const EXTENSIONS = `
[signer]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = emailProtection
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[server]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = serverAuth
`;

const KEYS: Record<string, string[]> = {
  ES256: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  ES384: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  PS256: ['rsa:2048'],
  Ed25519: ['ed25519'],
  secp256k1: ['ec', '-pkeyopt', 'ec_paramgen_curve:secp256k1'],
};

describe('a bought certificate', () => {
  const folder = useFolderForAll();
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });

  /** Issued by the authority; its file holds the whole chain. */
  function issue(
    name: string,
    { key = KEYS.ES256 ?? [], subject = '/O=Acme/CN=Acme seals', as = 'signer' } = {},
  ) {
    openssl(
      'req',
      '-newkey',
      ...key,
      '-noenc',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      subject,
    );
    openssl(
      ...['x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-days', '90'],
      ...['-extfile', 'extensions.cnf', '-extensions', as, '-out', `${name}.pem`],
    );
    writeFileSync(
      file(`${name}.pem`),
      readFileSync(file(`${name}.pem`), 'utf8') + readFileSync(file('ca.pem'), 'utf8'),
    );
  }

  const settings = (certificate: string, privateKey: string) => {
    const config: Config = readConfig({
      C2PA_CERTIFICATE: file(certificate),
      C2PA_PRIVATE_KEY: file(privateKey),
    });
    return sealSettingsOf(config);
  };

  beforeAll(() => {
    writeFileSync(file('extensions.cnf'), EXTENSIONS);
    openssl(
      ...['req', '-x509', '-newkey', ...(KEYS.ES256 ?? []), '-noenc', '-keyout', 'ca.key', '-out', 'ca.pem'],
      ...['-subj', '/O=A real authority/CN=Root', '-addext', 'keyUsage=critical,keyCertSign', '-days', '90'],
    );
    issue('good');
    issue('server', { as: 'server' });
    issue('nameless', { subject: '/CN=Acme seals' });
  });

  it.each(['ES256', 'ES384', 'PS256', 'Ed25519'])(
    'should seal photos that readers trust with a key for %s',
    async (name) => {
      issue(name, { key: KEYS[name] ?? [] });
      const { bought } = settings(`${name}.pem`, `${name}.key`);
      const identity = bought?.identity(Date.now());
      expect(identity?.algorithm).toBe(name);
      if (identity === undefined) throw new Error('There is no identity');
      const sealed = await sealJpeg(new Uint8Array(await liveJpeg()), sealContent(), identity);
      expect(await sealState(sealed, { anchors: bought?.anchors.join('') ?? '' })).toBe('Trusted');
    },
  );

  it.each([
    ['a file that is not there', 'missing.pem', 'good.key', 'C2PA_CERTIFICATE: cannot be read (ENOENT)'],
    [
      'a file without certificates',
      'good.key',
      'good.key',
      'C2PA_CERTIFICATE: has no certificate in PEM in it',
    ],
    ['a key that is none', 'good.pem', 'ca.pem', 'C2PA_PRIVATE_KEY: must be a private key in PEM'],
    [
      'the key of another',
      'good.pem',
      'ca.key',
      'C2PA_PRIVATE_KEY: does not belong to the first certificate',
    ],
    ['the authority itself', 'ca.pem', 'ca.key', 'must begin with the signing certificate'],
    ['one for a web server', 'server.pem', 'server.key', 'for email protection or document signing'],
    ['one without an organization', 'nameless.pem', 'nameless.key', 'must name an organization'],
  ])('should be refused in a sentence when it is %s', (_what, certificate, key, message) => {
    expect(() => settings(certificate, key)).toThrow(message);
  });

  it('should be refused when its chain is in the wrong order or its key of a kind that readers refuse', () => {
    const good = readFileSync(file('good.pem'), 'utf8');
    writeFileSync(file('mixed.pem'), good + good);
    expect(() => settings('mixed.pem', 'good.key')).toThrow('after each certificate the one that issued it');
    issue('odd', { key: KEYS.secp256k1 ?? [] });
    expect(() => settings('odd.pem', 'odd.key')).toThrow('C2PA_PRIVATE_KEY: must be a key on P-256');
  });

  it('should not seal once it has expired, and not keep the server from starting', () => {
    const { bought } = settings('good.pem', 'good.key');
    expect(() => bought?.identity(Date.now() + 91 * 86_400_000)).toThrow('has expired');
  });

  it.each([
    [{ C2PA_CERTIFICATE: 'a.pem' }, 'C2PA_PRIVATE_KEY: must be set together with C2PA_CERTIFICATE'],
    [{ C2PA_PRIVATE_KEY: 'a.key' }, 'C2PA_CERTIFICATE: must be set together with C2PA_PRIVATE_KEY'],
    [{ TSA_URL: 'ftp://stamps.example' }, 'TSA_URL: must be a URL that starts with https:// or http://'],
  ])('should be configured as a whole: %o', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });
});
