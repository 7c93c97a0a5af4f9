import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSecrets, keptSecretKey } from '../../src/platform/secrets.ts';
import { useFolderForEach } from '../helpers/hooks.ts';

describe('a signature', () => {
  const secrets = createSecrets('a secret key');

  it('should be verified for its text, its purpose and its key', () => {
    const signature = secrets.sign('photo-links', 'a text');
    expect(secrets.verify('photo-links', 'a text', signature)).toBe(true);
    expect(createSecrets('a secret key').verify('photo-links', 'a text', signature)).toBe(true);
    expect(secrets.verify('photo-links', 'a texts', signature)).toBe(false);
    expect(secrets.verify('capture-tickets', 'a text', signature)).toBe(false);
    expect(createSecrets('a secret kez').verify('photo-links', 'a text', signature)).toBe(false);
  });

  it('should stay what it is from version to version: links in webhooks outlive an upgrade', () => {
    // HMAC-SHA256 with the key HKDF-SHA256('a secret key', '', 'shutterpost photo-links', 32), first 16 bytes.
    expect(secrets.sign('photo-links', 'a text')).toBe('rTTwQIzz3u8-5umQiMW3Ew');
    expect(secrets.sign('capture-tickets', 'a text')).toBe('BNYue0fraoxdQQ9PkQAH3w');
  });

  it('should have 22 characters of the URL-safe alphabet', () => {
    for (let n = 0; n < 100; n++) expect(secrets.sign('photo-links', String(n))).toMatch(/^[\w-]{22}$/);
  });

  it('should be accepted in one spelling only', () => {
    const signature = secrets.sign('photo-links', 'a text');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const others = [...alphabet].map((last) => signature.slice(0, -1) + last);
    const accepted = others.filter((other) => secrets.verify('photo-links', 'a text', other));
    expect(accepted).toEqual([signature]);
    for (const other of [
      '',
      `${signature}=`,
      `${signature}==`,
      ` ${signature}`,
      `${signature}\n`,
      signature.slice(1),
      `${signature}A`,
      signature.replaceAll('-', '+').replaceAll('_', '/').padEnd(24, '='),
    ]) {
      expect(secrets.verify('photo-links', 'a text', other)).toBe(false);
    }
  });
});

describe('the key that is kept in the data folder', () => {
  const folder = useFolderForEach();

  it('should be created once, of 256 bits, for its owner only, and leave nothing else', () => {
    const dataDir = join(folder, 'new');
    const key = keptSecretKey(dataDir);
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    expect(keptSecretKey(dataDir)).toBe(key);
    expect(readdirSync(dataDir)).toEqual(['secret-key']);
    expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
    expect(keptSecretKey(join(folder, 'another'))).not.toBe(key);
  });

  it('should be the one that someone put there', () => {
    writeFileSync(join(folder, 'secret-key'), '  chosen by hand\n');
    expect(keptSecretKey(folder)).toBe('chosen by hand');
  });

  it('should not be nothing because its file is empty', () => {
    writeFileSync(join(folder, 'secret-key'), '\n');
    let key = '';
    try {
      key = keptSecretKey(folder);
    } catch (error) {
      // Refusing to start is as good.
      expect(error).toBeInstanceOf(Error);
      return;
    }
    expect(key.length).toBeGreaterThan(20);
  });
});

describe('a sealed secret', () => {
  const secrets = createSecrets('one secret key of the installation');

  it('should open for its owner and purpose, and show nothing of itself', () => {
    const sealed = secrets.seal('webhook-secrets', 'we_1', 'whsec_c2VjcmV0');
    expect(sealed).not.toContain('whsec');
    expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain('c2VjcmV0');
    expect(secrets.unseal('webhook-secrets', 'we_1', sealed)).toBe('whsec_c2VjcmV0');
    expect(secrets.seal('webhook-secrets', 'we_1', 'whsec_c2VjcmV0')).not.toBe(sealed);
  });

  it('should not open for another owner, purpose or key, or after a change', () => {
    const sealed = secrets.seal('webhook-secrets', 'we_1', 'a secret');
    const changed = sealed.slice(0, -1) + (sealed.endsWith('A') ? 'B' : 'A');
    const others = [
      () => secrets.unseal('webhook-secrets', 'we_2', sealed),
      () => secrets.unseal('two-factor-secrets', 'we_1', sealed),
      () => createSecrets('another key').unseal('webhook-secrets', 'we_1', sealed),
      () => secrets.unseal('webhook-secrets', 'we_1', changed.replace(/.{4}$/, 'AAAA')),
      () => secrets.unseal('webhook-secrets', 'we_1', ''),
    ];
    for (const open of others) expect(open).toThrow(/SECRET_KEY/);
  });
});
