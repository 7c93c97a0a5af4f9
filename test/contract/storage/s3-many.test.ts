import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStorage } from '../../../src/platform/storage/open-storage.ts';
import { type Storage, StorageUnavailableError } from '../../../src/platform/storage/storage.ts';
import { useFolderForEach } from '../../helpers/hooks.ts';

interface Asked {
  method: string | undefined;
  url: string;
  body: string;
}

/** What a call for many costs, and what becomes of those that the server keeps. */
describe('many objects at once on S3', () => {
  let server: Server;
  let storage: Storage;
  const dataDir = useFolderForEach();
  let asked: Asked[];
  let responses: { status: number; body: string }[];
  beforeEach(async () => {
    asked = [];
    responses = [];
    server = createServer(async (request, response) => {
      asked.push({ method: request.method, url: request.url ?? '', body: await text(request) });
      const { status, body } = responses.shift() ?? { status: 404, body: '' };
      const type = { 'content-type': 'application/xml' };
      const length = request.method === 'HEAD' ? { 'content-length': 9 } : {};
      response.writeHead(status, { ...type, ...length }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const storageUrl = `s3://KEY:secret@bucket/in/here?endpoint=http://127.0.0.1:${port}&path_style=true`;
    storage = await openStorage({ storageUrl, dataDir, s3Limits: { attempts: 1 } });
  });
  afterEach(async () => {
    await storage.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const keys = Array.from({ length: 1_000 }, (_, index) => `photos/photo_${1_000 + index}.jpg`);
  const contents = (some: string[]) =>
    some.map((key) => `<Contents><Key>in/here/${key}</Key><Size>7</Size></Contents>`).join('');
  const list = (some: string[], isTruncated = false) => ({
    status: 200,
    body: `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${contents(some)}</ListBucketResult>`,
  });

  it('should tell the sizes of a thousand by one call', async () => {
    responses = [list(keys)];
    const sizes = await storage.sizes(keys);
    expect(sizes.size).toBe(1_000);
    expect(asked).toHaveLength(1);
    expect(decodeURIComponent(asked[0]?.url ?? '')).toMatch(
      /start-after=in\/here\/photos\/photo_1000\.jp(&|$)/,
    );
  });

  it('should ask by itself for what the list does not tell of, and never take that for absent', async () => {
    responses = [list(keys.slice(0, 2)), { status: 200, body: '' }];
    const sizes = await storage.sizes(keys.slice(0, 3));
    expect(asked.map(({ method }) => method)).toEqual(['GET', 'HEAD']);
    expect([...sizes.values()]).toEqual([7, 7, 9]);
  });

  it('should not follow a list that leads through what others have put there', async () => {
    const foreign = (page: number) => [`photos/photo_1000${page}.jpg`];
    responses = [0, 1, 2, 3].map((page) => list(foreign(page), true));
    responses.push({ status: 200, body: '' }, { status: 200, body: '' });
    await storage.sizes([keys[0] ?? '', keys[999] ?? '']);
    expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET', 'HEAD', 'HEAD']);
  });

  it('should delete a thousand by one call, and name those that were refused', async () => {
    const refusal = `<Error><Key>in/here/${keys[3]}</Key><Code>AccessDenied</Code><Message>No.</Message></Error>
      <Error><Key>in/here/${keys[4]}</Key><Code>NoSuchKey</Code><Message>Gone.</Message></Error>`;
    responses = [{ status: 200, body: `<DeleteResult>${refusal}</DeleteResult>` }];
    const failed = await storage.deleteAll(keys);
    expect([...failed.keys()]).toEqual([keys[3]]);
    expect(String(failed.get(keys[3] ?? ''))).toContain('AccessDenied');
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body.match(/<Key>in\/here\/photos\/photo_\d+\.jpg<\/Key>/g)).toHaveLength(1_000);
  });

  it('should be unavailable, and delete nothing one by one, while the server fails', async () => {
    responses = [{ status: 503, body: '' }];
    await expect(storage.deleteAll(keys)).rejects.toBeInstanceOf(StorageUnavailableError);
    expect(asked).toHaveLength(1);
  });
});
