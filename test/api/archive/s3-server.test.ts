import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { useTestApp, useWorkspaceForEach } from '../../helpers/app/test-app.ts';
import { copiesOf, s3Archive, saveArchive, useArchiveWorker } from '../../helpers/archive/archive-scene.ts';
import { smallPhoto } from '../../helpers/capture/customer.ts';
import { submitPhotos } from '../../helpers/content-credentials/seal-worker.ts';
import { useForAll } from '../../helpers/hooks.ts';
import { startS3Server } from '../../helpers/storage/s3-server.ts';

describe('an archive on an S3 server of others', () => {
  // Such a server refuses what was signed at another time than its own.
  const api = useTestApp({ now: Date.now() });
  const workspace = useWorkspaceForEach(api);
  const worker = useArchiveWorker(api);
  const server = useForAll(startS3Server, 'stop');

  it('should hold what was copied, also after the server was killed and came back', async () => {
    const credentials = { username: 'S3RVER', secret: 'S3RVER', bucket: server.bucket, region: 'us-east-1' };
    const url = `http://127.0.0.1:${server.port}`;
    await saveArchive(api, workspace.id, s3Archive({ url }, { ...credentials, prefix: 'copies' }));
    const first = await submitPhotos(api, workspace);
    await worker.settled();
    await server.signal('SIGKILL');
    const second = await submitPhotos(api, workspace);
    await worker.settled();
    expect(await copiesOf(api, second)).toMatchObject([{ status: 'waiting', attempt_count: 1 }]);
    await server.restart();
    api.clock.advance(10_000);
    await worker.settled();

    const client = new S3Client({
      ...{ endpoint: url, forcePathStyle: true, region: 'us-east-1' },
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    });
    for (const id of [first, second]) {
      const [copy] = await copiesOf(api, id);
      expect(copy).toMatchObject({ status: 'done' });
      const get = new GetObjectCommand({ Bucket: server.bucket, Key: `copies/${copy?.name}` });
      const { Body, ContentType } = await client.send(get);
      expect(Buffer.from((await Body?.transformToByteArray()) ?? [])).toEqual(await smallPhoto(1));
      expect(ContentType).toBe('image/jpeg');
    }
    client.destroy();
  });
});
