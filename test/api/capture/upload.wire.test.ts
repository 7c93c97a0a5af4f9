import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { MAX_PHOTO_BYTES } from '../../../src/shared/photo-limits.ts';
import { useAddress, useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import {
  expectRefusal,
  kept,
  newClientId,
  openNewRequest,
  smallPhoto,
} from '../../helpers/capture/customer.ts';
import { JFIF, withSegments } from '../../helpers/capture/jpeg-files.ts';
import { useForEach } from '../../helpers/hooks.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

/** Uploads over a real connection: how much of a body is read, and what a lost connection leaves. */
describe('an upload over a connection', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);
  const address = useAddress(api);
  afterAll(() => api.app.server.closeAllConnections());
  const page = useForEach(() => openNewRequest(api, workspace.live.key));

  function head(clientId: string, length: string, more = ''): string {
    return (
      `PUT /capture/photos/${clientId} HTTP/1.1\r\nHost: photos.test\r\nContent-Type: image/jpeg\r\n` +
      `X-Capture-Session: ${page.session}\r\nX-Capture-Ticket: ${page.tickets[0]?.[0]}\r\nX-Photo-Slot: 0\r\n` +
      `X-Photo-Captured-At: ${new Date(api.clock.now()).toISOString()}\r\n${more}${length}\r\n\r\n`
    );
  }
  const ofLength = (length: number) => `Content-Length: ${length}`;

  /** Everything the server says until it or the connection ends. */
  async function responseOn(socket: Socket): Promise<{ status: number; body: string }> {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => {});
    await new Promise((resolve) => socket.once('close', resolve));
    const [first = '', ...rest] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n');
    return { status: Number(first.split(' ')[1]), body: rest.join('\r\n\r\n') };
  }

  /** Until the bytes are on their way, or never will be. */
  function write(socket: Socket, bytes: Buffer | string): Promise<void> {
    return new Promise((resolve) => socket.write(bytes, () => resolve()));
  }

  const inChunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

  /** A photo of any length: the longest color data a scan can have does not matter to the inspector. */
  async function* bytesOfPhoto(total: number): AsyncGenerator<Buffer> {
    const start = await smallPhoto();
    yield start.subarray(0, start.length - 2);
    for (let left = total - start.length + 2; left > 0; left -= 65_536) {
      yield Buffer.alloc(Math.min(65_536, left), 0x11);
    }
  }

  it('should be refused by its announced length before a byte of it is read', async () => {
    const before = await kept(api);
    const socket = connect(address.port, '127.0.0.1');
    const responded = responseOn(socket);
    await write(socket, head(newClientId(), ofLength(MAX_PHOTO_BYTES + 1)));
    const { status, body } = await responded;
    expect([status, JSON.parse(body).error.code]).toEqual([413, 'photo_too_large']);
    expect(await kept(api)).toEqual(before);
  });

  it('should be told that it is too large when it comes in chunks of unknown sum', async () => {
    const before = await kept(api);
    const socket = connect(address.port, '127.0.0.1');
    const responded = responseOn(socket);
    await write(socket, head(newClientId(), 'Transfer-Encoding: chunked', 'Connection: close\r\n'));
    for await (const part of bytesOfPhoto(MAX_PHOTO_BYTES + 200_000)) {
      await write(socket, inChunk(part));
    }
    await write(socket, '0\r\n\r\n');
    const { status, body } = await responded;
    expect([status, body.includes('photo_too_large')]).toEqual([413, true]);
    expect(await kept(api)).toEqual(before);
  });

  it('should lose its connection when it goes on in chunks without end', async () => {
    const before = await kept(api);
    const socket = connect(address.port, '127.0.0.1');
    const responded = responseOn(socket);
    let hasResponse = false;
    const response = once(socket, 'data').then(() => {
      hasResponse = true;
    });
    await write(socket, head(newClientId(), 'Transfer-Encoding: chunked'));
    const part = inChunk(Buffer.alloc(65_536, 0x11));
    while (!hasResponse) await Promise.race([write(socket, part), response]);
    await waitUntil(() => expect(socket.destroyed).toBe(true)).finally(() => {
      socket.destroy();
    });
    expect((await responded).status).toBe(413);
    expect(await kept(api)).toEqual(before);
  });

  it('should be logged with the address that it came from, also when it was cut off', async () => {
    const socket = connect(address.port, '127.0.0.1');
    const responded = responseOn(socket);
    await write(socket, head(newClientId(), 'Transfer-Encoding: chunked', 'Connection: close\r\n'));
    for await (const part of bytesOfPhoto(MAX_PHOTO_BYTES + 200_000)) {
      await write(socket, inChunk(part));
    }
    await responded;
    const line = await waitUntil(() => {
      const found = api.logLines().findLast(({ status }) => status === 413);
      expect(found).toBeDefined();
      return found;
    });
    expect(line).toMatchObject({ method: 'PUT', ip: '127.0.0.1' });
  });

  it('should be taken near its greatest length', async () => {
    const size = { width: 2_400, height: 1_800 } as const;
    const noise = randomBytes(size.width * size.height * 3);
    const bare = await sharp(noise, { raw: { ...size, channels: 3 } })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const large = withSegments(bare, JFIF);
    expect(large.length).toBeGreaterThan(MAX_PHOTO_BYTES * 0.8);
    expect(large.length).toBeLessThanOrEqual(MAX_PHOTO_BYTES);
    expect((await page.send({ body: large })).json().data).toMatchObject({ ...size, bytes: large.length });
  });

  it('should be refused like that when it is sent by a test without a network', async () => {
    const before = await kept(api);
    const body = Buffer.concat([Buffer.from([0xff, 0xd8]), JFIF, Buffer.alloc(MAX_PHOTO_BYTES)]);
    expectRefusal(await page.send({ body }), 413, 'photo_too_large');
    expect(await kept(api)).toEqual(before);
  });

  it.each(['Content-Length', 'chunks'])(
    'should leave nothing when the phone is gone in the middle of it (%s)',
    async (framing) => {
      const photo = await smallPhoto();
      const half = photo.subarray(0, photo.length / 2);
      const clientId = newClientId();
      const before = await kept(api);
      const linesBefore = api.logLines().length;
      const socket = connect(address.port, '127.0.0.1').on('error', () => {});
      if (framing === 'chunks') {
        await write(socket, head(clientId, 'Transfer-Encoding: chunked'));
        await write(socket, `${half.length.toString(16)}\r\n`);
      } else await write(socket, head(clientId, ofLength(photo.length)));
      await write(socket, half);
      await waitUntil(async () => expect((await kept(api)).temporaries).toHaveLength(1));
      socket.destroy();
      await waitUntil(async () => expect(await kept(api)).toEqual(before));
      // A dead spot is nothing that an operator has to be told of.
      const levels = api
        .logLines()
        .slice(linesBefore)
        .map(({ level }) => level);
      expect(levels).not.toContain('error');
      const ticket = page.tickets[0]?.[0] as string;
      expect((await page.send({ clientId, body: photo, ticket })).statusCode).toBe(201);
    },
  );

  it('should get its response on a connection that can be used again, also when it was refused', async () => {
    const socket = connect(address.port, '127.0.0.1');
    const responded = responseOn(socket);
    const text = Buffer.alloc(300_000, 'no photo ');
    await write(socket, head(newClientId(), ofLength(text.length)));
    await write(socket, text);
    const photo = await smallPhoto();
    await write(socket, head(newClientId(), ofLength(photo.length), 'Connection: close\r\n'));
    await write(socket, photo);
    const { status, body } = await responded;
    expect([status, body.includes('photo_not_jpeg')]).toEqual([422, true]);
    expect(body).toContain('HTTP/1.1 201');
  });
});
