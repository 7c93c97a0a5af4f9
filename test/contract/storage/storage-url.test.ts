import { describe, expect, it } from 'vitest';
import { openStorage } from '../../../src/platform/storage/open-storage.ts';
import { parseStorageUrl } from '../../../src/platform/storage/storage-url.ts';

const BASE = {
  kind: 's3',
  bucket: 'my-photos',
  prefix: '',
  endpoint: undefined,
  region: undefined,
  pathStyle: false,
  credentials: undefined,
};

describe('STORAGE_URL', () => {
  it.each([
    ['s3://my-photos', {}],
    ['s3://my-photos/', {}],
    ['s3://my-photos/a/B.c_d/', { prefix: 'a/B.c_d/' }],
    ['s3://my-photos?region=eu-central-1', { region: 'eu-central-1' }],
    [
      's3://my-photos/a?endpoint=http://127.0.0.1:9000',
      { prefix: 'a/', endpoint: 'http://127.0.0.1:9000', pathStyle: true },
    ],
    [
      's3://my-photos?endpoint=https%3A%2F%2Fs3.example.com&path_style=false',
      { endpoint: 'https://s3.example.com' },
    ],
    ['s3://my-photos?path_style=true', { pathStyle: true }],
    [
      's3://KEY:se%2Fcr+et%40%3A%25@my-photos',
      { credentials: { accessKeyId: 'KEY', secretAccessKey: 'se/cr+et@:%' } },
    ],
  ])('should understand %s', (text, expected) => {
    expect(parseStorageUrl(text)).toEqual({ ...BASE, ...expected });
  });

  it('should understand a folder', () => {
    expect(parseStorageUrl('file:///mnt/my%20photos')).toEqual({ kind: 'disk', folder: '/mnt/my photos' });
  });

  it.each([
    ['', 'starts with s3:// or file://'],
    ['https://TOPSECRET@bucket', 'starts with s3:// or file://'],
    ['s3:', 'name a bucket'],
    ['s3://', 'name a bucket'],
    ['s3://KEY:TOPSECRET@', 's3://KEY:SECRET@bucket'],
    ['s3://KEY:TOP/SECRET@bucket', 'write / as %2F'],
    ['s3://KEY:?TOPSECRET@bucket', 'name a bucket'],
    ['s3://key:?TOPSECRET@bucket', 'may only have the parameters'],
    ['s3://key:#TOPSECRET@bucket', 'fragment'],
    ['s3://KEY:TOPSECRET%2@bucket', 'two hexadecimal digits'],
    ['s3://TOPSECRET@bucket', 'both a key and a secret'],
    ['s3://:TOPSECRET@bucket', 'both a key and a secret'],
    ['s3://KEY:TOPSECRET@localhost:9000/bucket', '?endpoint='],
    ['s3://KEY:TOPSECRET@My_Bucket', 'name a bucket'],
    ['s3://KEY:TOPSECRET@bucket/a//b', 'prefix'],
    ['s3://KEY:TOPSECRET@bucket/a%20b', 'prefix'],
    ['s3://bucket?secret=TOPSECRET', 'may only have the parameters'],
    ['s3://bucket?region=a&region=b', 'once each'],
    ['s3://bucket?endpoint=minio:9000', 'endpoint'],
    ['s3://bucket?endpoint=http://KEY:TOPSECRET@minio', 'without a user name'],
    ['s3://bucket?region=TOPSECRET', 'region'],
    ['s3://bucket?path_style=yes', 'path_style'],
    ['file://photos', 'absolute path'],
    ['file:///', 'absolute path'],
    ['file:///photos?TOPSECRET', 'absolute path'],
    ['file:///photos%2Fa', 'absolute path'],
  ])('should say what is wrong with %s, and no secret', async (text, part) => {
    const parsed = parseStorageUrl(text);
    expect(parsed).toMatchObject({ kind: 'invalid', fault: expect.stringContaining(part) });
    expect(JSON.stringify(parsed)).not.toContain('TOPSECRET');
    await expect(openStorage({ storageUrl: text, dataDir: '/nowhere' })).rejects.toThrow(part);
  });
});
