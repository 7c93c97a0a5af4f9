import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keptCertificate } from '../../src/https/kept-certificate.ts';
import { findLanAddresses } from '../../src/https/lan-addresses.ts';
import { readLanConfig } from '../../src/https/lan-mode.ts';
import { useFolderForEach } from '../helpers/hooks.ts';

const HOSTS = ['localhost', '127.0.0.1', '::1', 'laptop.local', '192.168.1.20', 'fd12:3456::7'];
const NOW = new Date('2026-11-15T12:00:00Z');
const DAY_MS = 86_400_000;

const dataDir = useFolderForEach();

describe('the certificate for phones', () => {
  it('should be what Apple asks of a certificate: P-256, SHA-256, for servers, at most 398 days', () => {
    const { certificate, key } = keptCertificate({ dataDir, hosts: HOSTS, now: NOW });
    const parsed = new X509Certificate(certificate);
    expect(parsed.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    expect(parsed.signatureAlgorithm).toBe('ecdsa-with-SHA256');
    expect(parsed.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(parsed.ca).toBe(false);
    expect(parsed.validFromDate.getTime()).toBeLessThan(NOW.getTime());
    expect(parsed.validToDate.getTime() - parsed.validFromDate.getTime()).toBeLessThanOrEqual(398 * DAY_MS);
    expect(parsed.verify(parsed.publicKey)).toBe(true);
    expect(parsed.checkPrivateKey(createPrivateKey(key))).toBe(true);
  });

  it('should hold for every name and address, and for no other', () => {
    const parsed = new X509Certificate(keptCertificate({ dataDir, hosts: HOSTS, now: NOW }).certificate);
    for (const name of ['localhost', 'laptop.local']) expect(parsed.checkHost(name)).toBe(name);
    for (const address of ['127.0.0.1', '::1', '192.168.1.20', 'fd12:3456::7']) {
      expect(parsed.checkIP(address)).toBe(address);
    }
    expect(parsed.checkHost('other.local')).toBeUndefined();
    expect(parsed.checkIP('192.168.1.21')).toBeUndefined();
    expect(parsed.checkIP('fd12:3456::8')).toBeUndefined();
  });

  it('should be kept, readable for its owner alone', () => {
    const first = keptCertificate({ dataDir, hosts: HOSTS, now: NOW });
    expect(keptCertificate({ dataDir, hosts: HOSTS, now: NOW })).toEqual(first);
    expect(keptCertificate({ dataDir, hosts: ['localhost'], now: NOW })).toEqual(first);
    expect(statSync(join(dataDir, 'https-certificate.pem')).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['an address came', { hosts: [...HOSTS, '10.0.0.9'], now: NOW }],
    ['it ends within a month', { hosts: HOSTS, now: new Date(NOW.getTime() + 336 * DAY_MS) }],
    ['it is not valid yet', { hosts: HOSTS, now: new Date(NOW.getTime() - 30 * DAY_MS) }],
  ])('should be created again when %s', (_when, later) => {
    const first = keptCertificate({ dataDir, hosts: HOSTS, now: NOW });
    const second = keptCertificate({ dataDir, ...later });
    expect(second.certificate).not.toBe(first.certificate);
    expect(second.key).not.toBe(first.key);
    expect(keptCertificate({ dataDir, ...later })).toEqual(second);
  });

  it('should be created again when the file is broken or its halves do not fit together', () => {
    const file = join(dataDir, 'https-certificate.pem');
    const first = keptCertificate({ dataDir, hosts: HOSTS, now: NOW });
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 300));
    const second = keptCertificate({ dataDir, hosts: HOSTS, now: NOW });
    expect(second.key).not.toBe(first.key);
    writeFileSync(file, first.key + second.certificate);
    const third = keptCertificate({ dataDir, hosts: HOSTS, now: NOW });
    expect([first.key, second.key]).not.toContain(third.key);
  });
});

describe('the addresses for phones', () => {
  const at = (address: string, family: 'IPv4' | 'IPv6', internal = false) =>
    ({ address, family, internal, netmask: '', mac: '', cidr: null, scopeid: 0 }) as never;

  it('should begin with the one that a phone in the room most likely reaches', () => {
    const found = findLanAddresses({
      lo: [at('127.0.0.1', 'IPv4', true), at('::1', 'IPv6', true)],
      docker0: [at('172.17.0.1', 'IPv4')],
      wlan0: [at('fe80::1', 'IPv6'), at('fd00::5', 'IPv6'), at('192.168.1.20', 'IPv4')],
      usb0: [at('169.254.3.4', 'IPv4')],
    });
    expect(found).toEqual(['192.168.1.20', 'fd00::5', '172.17.0.1']);
  });
});

describe('the settings with --https', () => {
  it('should listen everywhere under the first address', () => {
    expect(readLanConfig({}, ['192.168.1.20', 'fd00::5'])).toMatchObject({
      https: true,
      host: '0.0.0.0',
      port: 3000,
      publicUrl: 'https://192.168.1.20:3000',
    });
    expect(readLanConfig({ PORT: '8443' }, ['fd00::5'])).toMatchObject({
      host: '::',
      publicUrl: 'https://[fd00::5]:8443',
    });
    expect(readLanConfig({ PORT: '' }, [])).toMatchObject({ publicUrl: 'https://localhost:3000' });
  });

  it('should leave HOST and PUBLIC_URL as they are set', () => {
    const env = { HOST: '192.168.1.20', PUBLIC_URL: 'https://laptop.local:3000' };
    expect(readLanConfig(env, ['10.0.0.1'])).toMatchObject({
      host: '192.168.1.20',
      publicUrl: 'https://laptop.local:3000',
    });
  });

  it.each([
    ['production', { NODE_ENV: 'production' }, /--https: is for trying/],
    ['an http address', { PUBLIC_URL: 'http://laptop.local:3000' }, /PUBLIC_URL: must start with https/],
  ])('should refuse %s', (_what, env, fault) => {
    expect(() => readLanConfig(env, ['10.0.0.1'])).toThrow(fault);
  });
});
