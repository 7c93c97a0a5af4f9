import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Log } from '../../../src/platform/log.ts';
import { openStorage } from '../../../src/platform/storage/open-storage.ts';
import { StorageUnavailableError } from '../../../src/platform/storage/storage.ts';
import { useFolderForAll, useForAll } from '../../helpers/hooks.ts';
import { startBreakableProxy } from '../../helpers/http/breakable-proxy.ts';
import { freePort } from '../../helpers/http/free-port.ts';
import { resolveLocalhostNames } from '../../helpers/storage/s3-host-names.ts';
import { startS3Server } from '../../helpers/storage/s3-server.ts';
import { contentOf, describeStorage, keysOf, listed, temporaryFile } from './storage-suite.ts';

const text = (content: string) => new TextEncoder().encode(content);
const NAME = 'Küche "links" 100%.jpg';

const dataDir = useFolderForAll();
const s3 = useForAll(startS3Server, 'stop');
let restoreNames: () => void;
beforeAll(() => {
  restoreNames = resolveLocalhostNames();
});
afterAll(() => restoreNames());

const open = (storageUrl: string, s3Limits = {}, log?: Log) =>
  openStorage({ storageUrl, dataDir, s3Limits, log });
async function expectUnavailable(work: Promise<unknown>, cause: object = {}): Promise<void> {
  const error = await work.then(() => undefined).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(StorageUnavailableError);
  expect(error.cause).toMatchObject(cause);
}

describeStorage('storage on S3, bucket in the path', () => open(s3.url()));
describeStorage('storage on S3, bucket in the host name', () => open(s3.url({ style: 'virtual-host' })));
describeStorage('storage on S3, under a prefix and listed page by page', () =>
  open(s3.url({ prefix: 'some/Prefix' }), { listPage: 2 }),
);

describe.each(['path', 'virtual-host'] as const)('presigned addresses, bucket in the %s', (style) => {
  const storage = useForAll(() => open(s3.url({ style, prefix: 'presigned' })), 'close');
  beforeAll(() => storage.putBytes('photos/a', text('a photo'), 'application/octet-stream'));
  const options = { expiresInSeconds: 60, downloadName: NAME, contentType: 'image/jpeg' };

  it('should hand out the file by its download name, without credentials', async () => {
    const address = (await storage.presign('photos/a', options)) as string;
    expect(new URL(address).hostname).toBe(style === 'path' ? '127.0.0.1' : `${s3.bucket}.s3.localhost`);
    const response = await fetch(address);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('a photo');
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="K_che _links_ 100_.jpg"; filename*=UTF-8''K%C3%BCche%20%22links%22%20100%25.jpg`,
    );
  });

  it('should hand out a part, and let the browser show it', async () => {
    const address = (await storage.presign('photos/a', { ...options, disposition: 'inline' })) as string;
    const response = await fetch(address, { headers: { range: 'bytes=2-' } });
    expect([response.status, await response.text()]).toEqual([206, 'photo']);
    expect(response.headers.get('content-disposition')).toMatch(/^inline; /);
  });
});

describe('storage on S3, in particular', () => {
  it('should keep storages with different prefixes apart', async () => {
    const [one, other] = [await open(s3.url({ prefix: 'one' })), await open(s3.url({ prefix: 'one2' }))];
    await one.putBytes('photos/a', text('of one'), 'image/jpeg');
    await other.putBytes('photos/a', text('of the other'), 'image/jpeg');
    expect(await keysOf(one, '')).toEqual(['photos/a']);
    expect(String(await contentOf(one, 'photos/a'))).toBe('of one');
    await one.delete('photos/a');
    expect(String(await contentOf(other, 'photos/a'))).toBe('of the other');
  });

  it('should pass over objects that are not its own', async () => {
    const outer = await open(s3.url({ prefix: 'Outer' }));
    const inner = await open(s3.url({ prefix: 'Outer/Inner' }));
    await outer.putBytes('photos/a', text('a photo'), 'image/jpeg');
    await inner.putBytes('photos/a', text('a photo'), 'image/jpeg');
    expect(await keysOf(outer, '')).toEqual(['photos/a']);
  });

  it('should be unavailable without its bucket', async () => {
    const storage = await open(s3.url().replace(s3.bucket, 'no-such-bucket'));
    await expectUnavailable(storage.ping());
    await expectUnavailable(storage.open('photos/a'));
    await expectUnavailable(storage.size('photos/a'));
    await expectUnavailable(storage.delete('photos/a'));
    await expectUnavailable(storage.move('photos/a', 'photos/b'));
    await expectUnavailable(listed(storage, ''));
    await expectUnavailable(storage.putBytes('photos/a', text('a photo'), 'image/jpeg'));
  });
});

/** Longer than any test: what ends was not ended by it. */
const NO_LIMIT_MS = 86_400_000;

/** Begins a response, and goes on beginning it. */
function trickle(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nx-more: ');
  const timer = setInterval(() => socket.write('.'), 20);
  socket.once('close', () => clearInterval(timer));
}

describe('a storage on S3 that is gone', () => {
  const proxy = useForAll(() => startBreakableProxy({ host: '127.0.0.1', port: s3.port }), 'close');

  it('should be unavailable after three attempts, whatever its limits of time, when nothing listens there', async () => {
    const times = { connectMs: NO_LIMIT_MS, requestMs: NO_LIMIT_MS, askMs: NO_LIMIT_MS, pingMs: NO_LIMIT_MS };
    const warn = vi.fn();
    const storage = await open(s3.url({ port: await freePort() }), times, { warn } as unknown as Log);
    const refused = { code: 'ECONNREFUSED' };
    const afterAttempts = { ...refused, $metadata: { attempts: 3 } };
    await Promise.all([
      expectUnavailable(storage.put('photos/a', temporaryFile(storage, text('a photo'))), refused),
      expectUnavailable(storage.open('photos/a'), afterAttempts),
      expectUnavailable(storage.size('photos/a'), afterAttempts),
      expectUnavailable(storage.delete('photos/a'), afterAttempts),
      expectUnavailable(storage.move('photos/a', 'photos/b'), afterAttempts),
      expectUnavailable(listed(storage, ''), afterAttempts),
      expectUnavailable(storage.ping(), afterAttempts),
    ]);
    expect(warn.mock.calls.map(([{ attempt }]) => attempt)).toEqual([1, 2]);
    await storage.close();
  });

  it.each([
    ['never answers', (_socket: Socket) => {}],
    ['never comes to the end of its answer', trickle],
  ])('should be unavailable in bounded time when the server %s', async (_case, answer) => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      answer(socket.on('error', () => {}).resume());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    // Only two of its times end anything.
    const limits = { attempts: 2, connectMs: NO_LIMIT_MS, askMs: NO_LIMIT_MS, requestMs: 300, pingMs: 200 };
    const storage = await open(s3.url({ port }), limits);
    const late = { name: 'TimeoutError' };
    await Promise.all([
      expectUnavailable(storage.putBytes('photos/a', text('a photo'), 'image/jpeg'), late),
      expectUnavailable(storage.open('photos/a'), late),
    ]);
    expect(connections).toBeLessThanOrEqual(4);
    await storage.close();
    const pinged = await open(s3.url({ port }), { ...limits, requestMs: NO_LIMIT_MS });
    await expectUnavailable(pinged.ping(), { name: 'AbortError' });
    await pinged.close();
    server.close();
  });

  it('should break off a file that stops coming', async () => {
    const stalling = createHttpServer((_request, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('the beginning');
    });
    await new Promise<void>((resolve) => stalling.listen(0, '127.0.0.1', resolve));
    const { port } = stalling.address() as AddressInfo;
    const storage = await open(s3.url({ port }), { requestMs: 300 });
    const opened = await storage.open('photos/a');
    await expect(buffer(opened?.stream as Readable)).rejects.toThrow('timed out');
    await storage.close();
    stalling.closeAllConnections();
    stalling.close();
  });

  it('should work again when the server is back', async () => {
    const storage = await open(s3.url({ port: proxy.port, prefix: 'outage' }));
    await storage.putBytes('photos/a', text('a photo'), 'image/jpeg');
    await proxy.cut();
    await expectUnavailable(storage.open('photos/a'));
    await expectUnavailable(storage.put('photos/b', temporaryFile(storage, text('another'))));
    await proxy.restore();
    await storage.put('photos/b', temporaryFile(storage, text('another')));
    expect(await keysOf(storage, '')).toEqual(['photos/a', 'photos/b']);
    await storage.close();
  });
});
