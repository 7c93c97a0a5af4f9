import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sealedKey } from '../../../src/photos/keys.ts';
import { openStorage } from '../../../src/platform/storage/open-storage.ts';
import { PUBLIC_URL, useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import { sealState } from '../../helpers/content-credentials/official-reader.ts';
import {
  itemsOf,
  storedSeal,
  submitPhotos,
  useSealWorker,
} from '../../helpers/content-credentials/seal-worker.ts';
import { useFolderForAll, useForAll } from '../../helpers/hooks.ts';
import { startBreakableProxy } from '../../helpers/http/breakable-proxy.ts';
import { startS3Server } from '../../helpers/storage/s3-server.ts';

describe('sealed photos in a bucket', () => {
  const dataDir = useFolderForAll();
  const s3 = useForAll(startS3Server, 'stop');
  const proxy = useForAll(() => startBreakableProxy({ host: '127.0.0.1', port: s3.port }), 'close');
  const storage = useForAll(
    () => openStorage({ storageUrl: s3.url({ port: proxy.port }), dataDir }),
    'close',
  );
  const api = useTestApp({ storage, now: Date.now() });
  const workspace = useWorkspace(api);
  const worker = useSealWorker(api);

  const trusted = async () => ({ anchors: (await api.call('GET', '/.well-known/shutterpost-ca.pem')).body });

  it('should be downloaded from the bucket by a redirect, byte for byte what the official reader trusts', async () => {
    const id = await submitPhotos(api, workspace);
    await worker.settled();
    const [item] = await itemsOf(api, workspace, id);
    const link = await api.call('GET', (item?.sealed_url ?? '').slice(PUBLIC_URL.length));
    expect(link.statusCode).toBe(302);
    const file = await fetch(String(link.headers.location));
    expect(file.headers.get('content-type')).toBe('image/jpeg');
    expect(file.headers.get('content-disposition')).toContain(`${item?.id}-sealed.jpg`);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes).toEqual(await storedSeal(api, item?.id ?? ''));
    expect(await sealState(bytes, await trusted())).toBe('Trusted');
  });

  it('should be there once the bucket is back, and again when one was lost', async () => {
    const id = await submitPhotos(api, workspace);
    await proxy.cut();
    await worker.settled();
    await proxy.restore();
    const [waiting] = await itemsOf(api, workspace, id);
    expect(waiting?.sealed_url).toBeNull();
    api.clock.advance(HOUR);
    await worker.settled();
    const photoId = waiting?.id ?? '';
    const first = await storedSeal(api, photoId);
    expect(await sealState(first, await trusted())).toBe('Trusted');

    await storage.delete(sealedKey(photoId));
    expect(await api.services.sealing.queueDamaged()).toBe(1);
    await worker.settled();
    const second = await storedSeal(api, photoId);
    expect(await sealState(second, await trusted())).toBe('Trusted');
    const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(hashOf(second)).not.toBe(hashOf(first));
  });
});
