import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openStorage } from '../../../src/platform/storage/open-storage.ts';
import { type Storage, StorageUnavailableError } from '../../../src/platform/storage/storage.ts';
import type { StorageVerify } from '../../../src/platform/storage/storage-url.ts';
import { useFolderForAll, useForAll } from '../../helpers/hooks.ts';
import { startLyingS3 } from '../../helpers/storage/lying-s3.ts';
import { startS3Server } from '../../helpers/storage/s3-server.ts';
import { temporaryFile } from './storage-suite.ts';

describe('an S3 server that acknowledges what it does not keep', () => {
  const dataDir = useFolderForAll();
  const s3 = useForAll(startS3Server, 'stop');
  const liar = useForAll(() => startLyingS3({ host: '127.0.0.1', port: s3.port }), 'close');
  const opened: Storage[] = [];
  afterEach(() => liar.tell(undefined));
  afterAll(async () => {
    for (const storage of opened) await storage.close();
  });

  async function open(storageVerify?: StorageVerify, attempts = 1): Promise<Storage> {
    const storageUrl = s3.url({ port: liar.port });
    const storage = await openStorage({ storageUrl, dataDir, storageVerify, s3Limits: { attempts } });
    opened.push(storage);
    return storage;
  }
  const unavailable = expect.any(StorageUnavailableError);

  it.each<StorageVerify | undefined>([undefined, 'head', 'read'])(
    'should be found out before a file counts as stored, with STORAGE_VERIFY %s',
    async (verify) => {
      const storage = await open(verify);
      liar.tell('forgets');
      const file = temporaryFile(storage, randomBytes(50_000));
      await expect(storage.put('photos/a.jpg', file)).rejects.toEqual(unavailable);
      expect(existsSync(file.path)).toBe(false);
      await expect(storage.putBytes('thumbnails/a.jpg', randomBytes(100), 'image/jpeg')).rejects.toEqual(
        unavailable,
      );
    },
  );

  it('should be sent the file again, and be believed when it then has it', async () => {
    const storage = await open('head', 3);
    const content = randomBytes(50_000);
    liar.tell('forgets', 2);
    await storage.put('photos/b.jpg', temporaryFile(storage, content));
    expect(await storage.size('photos/b.jpg')).toBe(content.length);
  });

  it.each<StorageVerify>(['checksum', 'head', 'read'])(
    'should not be believed when it returns the checksum of other bytes, with STORAGE_VERIFY %s',
    async (verify) => {
      const storage = await open(verify);
      liar.tell('other-checksum');
      const file = temporaryFile(storage, randomBytes(50_000));
      await expect(storage.put('photos/c.jpg', file)).rejects.toEqual(unavailable);
    },
  );

  it('should not be believed by STORAGE_VERIFY read when it returns other bytes than it was sent', async () => {
    const storage = await open('read');
    for (const lie of ['half', 'other'] as const) {
      liar.tell(lie);
      const file = temporaryFile(storage, randomBytes(50_000));
      await expect(storage.put('photos/d.jpg', file)).rejects.toEqual(unavailable);
    }
  });

  it.each([
    ['a file that breaks off', 'broken-off', undefined],
    ['a file of which nothing comes', 'no-byte', undefined],
    ['half of a part', 'half', { start: 10, end: 40_009 }],
  ] as const)('should not be believed when it returns %s', async (_what, lie, range) => {
    const storage = await open();
    await storage.putBytes('photos/f.jpg', randomBytes(50_000), 'image/jpeg');
    liar.tell(lie);
    const opened = await storage.open('photos/f.jpg', range);
    await expect(buffer(opened?.stream as Readable)).rejects.toEqual(unavailable);
  });

  it('should not make a file disappear that is moved', async () => {
    const storage = await open();
    await storage.putBytes('photos/e.jpg', randomBytes(1_000), 'image/jpeg');
    liar.tell('forgets');
    await expect(storage.move('photos/e.jpg', 'quarantine/photos/e.jpg')).rejects.toEqual(unavailable);
    liar.tell(undefined);
    expect(await storage.size('photos/e.jpg')).toBe(1_000);
    expect(await storage.move('photos/e.jpg', 'quarantine/photos/e.jpg')).toBe(true);
    expect(await storage.size('quarantine/photos/e.jpg')).toBe(1_000);
    expect(await storage.size('photos/e.jpg')).toBeUndefined();
  });
});
