import { statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, secretKeyOf } from '../../src/config/config.ts';
import { useFolderForAll } from '../helpers/hooks.ts';

function faultsOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  throw new Error('The configuration was accepted');
}

describe('readConfig', () => {
  it('should need no setting at all', () => {
    expect(readConfig({})).toMatchObject({
      isProduction: false,
      port: 3000,
      host: 'localhost',
      publicUrl: 'http://localhost:3000',
      dataDir: resolve('data'),
      sqliteFile: resolve('data', 'shutterpost.db'),
      databaseUrl: undefined,
      redisUrl: undefined,
      storageUrl: undefined,
      secretKey: undefined,
      photoLinkHours: 336,
      unsentPhotoDays: 7,
      trustProxy: 0,
      corsOrigins: [],
      logLevel: 'info',
    });
  });

  it('should take every setting', () => {
    const config = readConfig({
      NODE_ENV: 'production',
      PORT: '8080',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://photos.example.com',
      DATA_DIR: '/srv/shutterpost',
      DATABASE_URL: 'postgres://user:secret@db/shutterpost',
      DATABASE_READ_URL: 'postgres://user:secret@replica/shutterpost',
      STORAGE_URL: 's3://key:secret@photos?region=eu-central-1',
      STORAGE_VERIFY: 'read',
      SECRET_KEY: 'a key of at least thirty-two characters',
      PHOTO_URL_TTL_HOURS: '24',
      REDIS_URL: 'rediss://cache:6380',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      CORS_ORIGINS: 'https://app.example.com, http://localhost:5173',
      LOG_LEVEL: 'warn',
    });
    expect(config).toMatchObject({
      isProduction: true,
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'https://photos.example.com',
      dataDir: '/srv/shutterpost',
      sqliteFile: join('/srv/shutterpost', 'shutterpost.db'),
      databaseUrl: 'postgres://user:secret@db/shutterpost',
      databaseReadUrl: 'postgres://user:secret@replica/shutterpost',
      storageUrl: 's3://key:secret@photos?region=eu-central-1',
      storageVerify: 'read',
      secretKey: 'a key of at least thirty-two characters',
      photoLinkHours: 24,
      unsentPhotoDays: 7,
      redisUrl: 'rediss://cache:6380',
      trustProxy: ['10.0.0.0/8', '::1'],
      corsOrigins: ['https://app.example.com', 'http://localhost:5173'],
      logLevel: 'warn',
    });
  });

  it('should take an empty value for no value', () => {
    const names = [
      'PORT',
      'HOST',
      'PUBLIC_URL',
      'DATA_DIR',
      'DATABASE_URL',
      'DATABASE_READ_URL',
      'REDIS_URL',
      'TRUST_PROXY',
      'CORS_ORIGINS',
      'LOG_LEVEL',
    ];
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}));
  });

  it('should derive the public address from the port', () => {
    expect(readConfig({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000');
  });

  it('should drop the slash at the end of the public address, so that paths can be added', () => {
    expect(readConfig({ PUBLIC_URL: 'https://photos.example.com//' }).publicUrl).toBe(
      'https://photos.example.com',
    );
  });

  it.each(['/sub', '/sub/', '?a=b', '#top', '/?'])('should refuse %s behind the public address', (rest) => {
    expect(faultsOf({ PUBLIC_URL: `https://photos.example.com${rest}` })).toContain(
      'PUBLIC_URL: must be a URL with nothing after the host',
    );
  });

  it.each(['postgres://h/db', 'postgresql://h/db'])('should take the database address %s', (databaseUrl) => {
    expect(readConfig({ DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl);
  });

  it('should refuse a replica without a database that it could be one of', () => {
    expect(faultsOf({ DATABASE_READ_URL: 'postgres://replica/db' })).toContain(
      'DATABASE_READ_URL: can only be set together with DATABASE_URL',
    );
  });

  it.each([
    ['false', 0],
    ['true', 1],
    ['0', 0],
    ['2', 2],
    ['10', 10],
    ['192.0.2.1', ['192.0.2.1']],
  ])('should read TRUST_PROXY=%s as a bounded trust', (value, expected) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toEqual(expected);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PORT', ' 80'],
    ['PORT', 'http'],
    ['PUBLIC_URL', 'photos.example.com'],
    ['PUBLIC_URL', 'ftp://photos.example.com'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['DATABASE_URL', 'mysql://h/db'],
    ['DATABASE_URL', 'shutterpost.db'],
    ['DATABASE_READ_URL', 'mysql://h/db'],
    ['REDIS_URL', 'localhost:6379'],
    ['REDIS_URL', 'http://localhost:6379'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '11'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8,,::1'],
    ['CORS_ORIGINS', 'app.example.com'],
    ['CORS_ORIGINS', 'https://app.example.com/'],
    ['CORS_ORIGINS', 'https://*.example.com'],
    ['CORS_ORIGINS', 'null'],
    ['LOG_LEVEL', 'verbose'],
    ['LOG_LEVEL', 'INFO'],
  ])('should refuse %s=%s and name the setting', (name, value) => {
    expect(faultsOf({ [name]: value })).toMatch(new RegExp(`^ {2}- ${name}: must be `, 'm'));
  });

  it('should list every fault at once', () => {
    const message = faultsOf({
      PORT: 'p',
      PUBLIC_URL: 'u',
      DATABASE_URL: 'd',
      REDIS_URL: 'r',
      TRUST_PROXY: 't',
      LOG_LEVEL: 'l',
      SHUTTERPOST_ONE: '1',
      SHUTTERPOST_TWO: '2',
    });
    const named = [...message.matchAll(/^ {2}- (\w+):/gm)].map((match) => match[1]);
    expect(named.toSorted()).toEqual([
      'DATABASE_URL',
      'LOG_LEVEL',
      'PORT',
      'PUBLIC_URL',
      'REDIS_URL',
      'SHUTTERPOST_ONE',
      'SHUTTERPOST_TWO',
      'TRUST_PROXY',
    ]);
  });

  it('should never repeat a value: it may hold a password', () => {
    const secret = 'hunter2-secret';
    const message = faultsOf({
      PORT: secret,
      PUBLIC_URL: secret,
      DATABASE_URL: `mysql://user:${secret}@db/shutterpost`,
      REDIS_URL: `http://:${secret}@cache`,
      TRUST_PROXY: secret,
      LOG_LEVEL: secret,
      SHUTTERPOST_PASSWORD: secret,
    });
    expect(message).not.toContain(secret);
  });

  it('should refuse a name no one knows and tell the one that was meant', () => {
    expect(faultsOf({ SHUTTERPOST_PORT: '80' })).toContain(
      'SHUTTERPOST_PORT: unknown setting; did you mean PORT?',
    );
    expect(faultsOf({ SHUTTERPOST_COLOUR: 'red' })).toContain('SHUTTERPOST_COLOUR: unknown setting');
  });

  it('should leave the settings of other programs alone', () => {
    expect(() =>
      readConfig({ PATH: '/bin', npm_package_name: 'shutterpost', OTHER_PORT: 'x' }),
    ).not.toThrow();
  });

  it('should want a secret key in production, and a long one everywhere', () => {
    expect(faultsOf({ NODE_ENV: 'production' })).toContain('SECRET_KEY: must be set in production');
    expect(faultsOf({ SECRET_KEY: 'too short' })).toContain('SECRET_KEY: must have at least 32 characters');
    expect(faultsOf({ SECRET_KEY: 'too short' })).not.toContain('too short');
  });

  it.each(['0', '8761', '1.5', '-1', 'day'])('should refuse %s hours for photo links', (hours) => {
    expect(faultsOf({ PHOTO_URL_TTL_HOURS: hours })).toContain('PHOTO_URL_TTL_HOURS');
  });

  it('should refuse a storage it does not know without repeating its secret', () => {
    const faults = faultsOf({ STORAGE_URL: 'ftp://user:S3cret@host/photos' });
    expect(faults).toContain('STORAGE_URL');
    expect(faults).not.toContain('S3cret');
  });
});

describe('what leaves the house', () => {
  it('should go to files and public addresses unless told otherwise', () => {
    expect(readConfig({ PUBLIC_URL: 'https://photos.example.com' })).toMatchObject({
      smtpUrl: undefined,
      mailFrom: { name: 'Shutterpost', address: 'no-reply@photos.example.com' },
      allowPrivateWebhooks: false,
    });
  });

  it.each([
    ['photos@example.com', { name: '', address: 'photos@example.com' }],
    ['Acme Photos <photos@example.com>', { name: 'Acme Photos', address: 'photos@example.com' }],
    ['<photos@example.com>', { name: '', address: 'photos@example.com' }],
  ])('should be emailed from %s', (text, mailFrom) => {
    expect(readConfig({ MAIL_FROM: text }).mailFrom).toEqual(mailFrom);
  });

  it.each(['Acme', 'a@b@c', 'Acme <photos@example.com', 'Acme\r\nBcc: x <a@b.c>', '"x" <a@b.c>'])(
    'should not be emailed from %j',
    (text) => {
      expect(faultsOf({ MAIL_FROM: text })).toContain('MAIL_FROM');
    },
  );

  it('should open sign-up to everyone only where addresses can be verified', () => {
    expect(faultsOf({ SIGN_UP: 'open' })).toContain('SMTP_URL');
    const config = readConfig({ SIGN_UP: 'open', SMTP_URL: 'smtp://mail.example.com' });
    expect(config.signUp).toBe('open');
  });

  it('should refuse other mail servers and switches, without repeating a password', () => {
    const faults = faultsOf({
      SMTP_URL: 'http://user:S3cret@mail.example.com',
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'yes',
      SIGN_UP: 'maybe',
      STORAGE_VERIFY: 'never',
    });
    for (const name of ['SMTP_URL', 'WEBHOOK_ALLOW_PRIVATE_NETWORKS', 'SIGN_UP', 'STORAGE_VERIFY'])
      expect(faults).toContain(name);
    expect(faults).not.toContain('S3cret');
  });
});

describe('secretKeyOf', () => {
  const folder = useFolderForAll();

  it('should keep the key that it created, readable by no one else', () => {
    const config = readConfig({ DATA_DIR: join(folder, 'kept') });
    const created = secretKeyOf(config);
    expect(created.length).toBeGreaterThanOrEqual(32);
    expect(secretKeyOf(config)).toBe(created);
    expect(statSync(join(folder, 'kept', 'secret-key')).mode & 0o077).toBe(0);
    expect(secretKeyOf(readConfig({ DATA_DIR: join(folder, 'other') }))).not.toBe(created);
  });

  it('should say where the key cannot be kept', () => {
    writeFileSync(join(folder, 'a file'), '');
    const config = readConfig({ DATA_DIR: join(folder, 'a file', 'data') });
    expect(() => secretKeyOf(config)).toThrow(/DATA_DIR: the secret key cannot be stored there/);
  });
});
