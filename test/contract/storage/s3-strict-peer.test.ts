import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openStorage } from '../../../src/platform/storage/open-storage.ts';
import { FileChangedError, StorageUnavailableError } from '../../../src/platform/storage/storage.ts';
import { useFolderForEach, useForEach } from '../../helpers/hooks.ts';
import { startCheckingPeer } from '../../helpers/storage/s3-checking-peer.ts';
import { temporaryFile } from './storage-suite.ts';

describe('files on their way to S3', () => {
  const dataDir = useFolderForEach();
  const peer = useForEach(startCheckingPeer, 'close');
  const storage = useForEach(
    () => openStorage({ storageUrl: peer.url(), dataDir, storageVerify: 'checksum' }),
    'close',
  );

  it('should arrive with the checksum that was computed while they were received', async () => {
    const content = randomBytes(4_000_000);
    await storage.put('photos/a.jpg', temporaryFile(storage, content));
    const stored = peer.objects.get('/bucket/photos/a.jpg');
    expect(stored?.body.equals(content)).toBe(true);
    expect(stored?.contentType).toBe('image/jpeg');
    expect(peer.requests()).toBe(1);
  });

  it('should arrive with a checksum when they are mere bytes', async () => {
    const content = randomBytes(20_000);
    await storage.putBytes('logos/a.png', content, 'image/png');
    expect(peer.objects.get('/bucket/logos/a.png')).toEqual({ body: content, contentType: 'image/png' });
  });

  it('should not be acknowledged when their bytes have changed since', async () => {
    const content = randomBytes(100_000);
    const file = temporaryFile(storage, content);
    content[50_000] = (content[50_000] ?? 0) ^ 1;
    writeFileSync(file.path, content);
    await expect(storage.put('photos/a.jpg', file)).rejects.toBeInstanceOf(FileChangedError);
    expect(peer.objects.size).toBe(0);
    expect(peer.requests()).toBe(1);
    expect(existsSync(file.path)).toBe(false);
  });

  it('should be sent again, whole, while the server is overloaded', async () => {
    const content = randomBytes(300_000);
    peer.refuseNext(2);
    await storage.put('photos/a.jpg', temporaryFile(storage, content));
    expect(peer.objects.get('/bucket/photos/a.jpg')?.body.equals(content)).toBe(true);
    expect(peer.requests()).toBe(3);
  });

  it('should be given up after three attempts', async () => {
    peer.refuseNext(10);
    const file = temporaryFile(storage, randomBytes(1000));
    await expect(storage.put('photos/a.jpg', file)).rejects.toBeInstanceOf(StorageUnavailableError);
    expect(peer.requests()).toBe(3);
    expect(peer.objects.size).toBe(0);
    expect(existsSync(file.path)).toBe(false);
  });

  it('should share a bounded number of connections, and keep them', async () => {
    const putMany = () =>
      Promise.all(
        Array.from({ length: 120 }, (_, i) =>
          storage.put(`photos/p${i}`, temporaryFile(storage, randomBytes(100_000))),
        ),
      );
    await putMany();
    await putMany();
    expect(peer.objects.size).toBe(120);
    expect(peer.connections()).toBeLessThanOrEqual(50);
  });

  it('should be refused with a wrong secret, and nothing else either', async () => {
    await storage.putBytes('photos/a', randomBytes(10), 'image/jpeg');
    const stranger = await openStorage({ storageUrl: peer.url('wrong'), dataDir });
    const refused = (work: Promise<unknown>) => expect(work).rejects.toBeInstanceOf(StorageUnavailableError);
    await refused(stranger.put('photos/b', temporaryFile(stranger, randomBytes(10))));
    await refused(stranger.open('photos/a'));
    await refused(stranger.size('photos/a'));
    await refused(stranger.delete('photos/a'));
    await refused(stranger.ping());
    expect([...peer.objects.keys()]).toEqual(['/bucket/photos/a']);
  });

  it('should not be mixed up with a part of them when the server knows no ranges', async () => {
    await storage.putBytes('photos/a', randomBytes(10), 'image/jpeg');
    const opening = storage.open('photos/a', { start: 2, end: 3 });
    await expect(opening).rejects.toBeInstanceOf(StorageUnavailableError);
  });

  it('should be deleted one by one where the server knows no call for many', async () => {
    const keys = ['photos/a.jpg', 'photos/b.jpg', 'photos/c.jpg'];
    for (const key of keys) await storage.putBytes(key, randomBytes(10), 'image/jpeg');
    expect(await storage.deleteAll(keys.slice(1))).toEqual(new Map());
    expect([...peer.objects.keys()]).toEqual(['/bucket/photos/a.jpg']);
  });

  it('should be handed out by a presigned address, which is good for one file only', async () => {
    for (const key of ['photos/a', 'photos/b']) await storage.putBytes(key, randomBytes(10), 'image/jpeg');
    const options = { expiresInSeconds: 60, downloadName: "it's (1).jpg", contentType: 'image/jpeg' };
    const address = String(await storage.presign('photos/a', options));
    const statusOf = async (url: string) => {
      const response = await fetch(url);
      await response.arrayBuffer();
      return response.status;
    };
    expect(await statusOf(address)).toBe(200);
    expect(await statusOf(address.replace('photos/a', 'photos/b'))).toBe(403);
    expect(await statusOf(address.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'))).toBe(403);
  });
});
