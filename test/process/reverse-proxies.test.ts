import { once } from 'node:events';
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_PHOTO_BYTES } from '../../src/shared/photo-limits.ts';
import { type Device, takeShot } from '../helpers/capture/capture-client.ts';
import { keyOf } from '../helpers/capture/customer.ts';
import { liveJpeg } from '../helpers/capture/jpeg-files.ts';
import { createMigratedDatabase, type TestDatabase } from '../helpers/database/test-database.ts';
import {
  chooseProxyPorts,
  PROXIES,
  type ReverseProxy,
  startReverseProxy,
} from '../helpers/http/reverse-proxy.ts';
import { runCli } from '../helpers/process/child-process.ts';
import { type ServerProcess, startServer } from '../helpers/process/server-process.ts';
import { waitUntil } from '../helpers/wait-until.ts';

/** Only Linux has all of 127.0.0.0/8. */
const CLIENT_ADDRESS = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';

const largestPhoto = liveJpeg({ width: 3_000, height: 2_200 }, { quality: 100, chromaSubsampling: '4:4:4' });

it('should be tried with a photo of nearly the largest size', async () => {
  const share = (await largestPhoto).length / MAX_PHOTO_BYTES;
  expect([share > 0.9, share <= 1]).toEqual([true, true]);
});

describe.each(PROXIES)('the configuration for %s', (name) => {
  let testDatabase: TestDatabase;
  let server: ServerProcess;
  let proxy: ReverseProxy;
  let browser: ClientHttp2Session;
  let printed: string;
  let settings: Record<string, string>;

  beforeAll(async () => {
    testDatabase = await createMigratedDatabase('sqlite');
    const ports = await chooseProxyPorts();
    const publicUrl = `https://localhost:${ports.secure}`;
    settings = { ...testDatabase.env, HOST: '127.0.0.1', TRUST_PROXY: 'true', PUBLIC_URL: publicUrl };
    server = await startServer(settings);
    await server.untilPrinted('Documentation: ');
    printed = server.stdout();
    proxy = await startReverseProxy(name, server.port, ports);
    await waitUntil(async () => expect((await send('GET', '/healthz')).status).toBe(200));
    browser = connect(proxy.url, { ca: proxy.authority });
    await once(browser, 'connect');
  });
  afterAll(async () => {
    browser?.destroy();
    await proxy?.stop();
    await server?.stop('SIGKILL');
    await testDatabase?.drop();
  });

  const found = (pattern: RegExp) => pattern.exec(printed)?.[1] ?? '';
  const key = () => found(/Live API key\s+(\S+)/);
  const sampleLink = () => found(/(https:\/\/localhost:\d+\/r\/\S+)/);

  /** As a program calls the API: HTTP/1.1. */
  async function send(method: string, path: string, headers: Record<string, string> = {}, body?: object) {
    const call = request(proxy.url + path, {
      method,
      ca: proxy.authority,
      localAddress: CLIENT_ADDRESS,
      agent: false,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    });
    call.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = await once(call, 'response');
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }

  /** As a browser does it: HTTP/2, many calls on one connection. */
  async function browse(
    method: string,
    path: string,
    headers: OutgoingHttpHeaders = {},
    body?: Buffer | object,
  ) {
    const isFile = Buffer.isBuffer(body);
    const type = isFile ? 'image/jpeg' : 'application/json';
    const stream = browser.request({
      ':method': method,
      ':path': path,
      ...(body === undefined ? {} : { 'content-type': type }),
      ...headers,
    });
    const content = isFile ? body : JSON.stringify(body);
    stream.end(content);
    const [response] = await once(stream, 'response');
    return { status: Number(response[':status']), headers: response, stream };
  }
  const dataOf = async ({ stream }: Awaited<ReturnType<typeof browse>>) =>
    JSON.parse(await text(stream)).data;

  async function openDevice(): Promise<Device> {
    const target = { kind: 'request', key: keyOf(sampleLink()) };
    return dataOf(await browse('POST', '/capture/sessions', {}, target));
  }
  const photoCall = (device: Device, body: Buffer) => {
    const shot = takeShot(device, 0, body);
    return {
      path: `/capture/photos/${shot.clientId}`,
      headers: {
        'content-type': 'image/jpeg',
        'x-capture-session': shot.session,
        'x-capture-ticket': shot.ticket,
        'x-photo-slot': '0',
        'x-photo-captured-at': shot.capturedAt,
      },
    };
  };

  it('should let the largest photo through', async () => {
    const photo = await largestPhoto;
    const { path, headers } = photoCall(await openDevice(), photo);
    const response = await browse('PUT', path, headers, photo);
    expect([response.status, (await dataOf(response)).bytes]).toEqual([201, photo.length]);
  });

  it('should satisfy the doctor', async () => {
    const trusted = { NODE_EXTRA_CA_CERTS: proxy.authorityFile };
    const { stdout } = await runCli(['doctor'], { ...settings, ...trusted });
    expect(stdout).toMatch(/^✓ public address: /m);
    expect(stdout).toMatch(
      new RegExp(`^✓ largest photo: ${MAX_PHOTO_BYTES / 2 ** 20} MB arrived complete`, 'm'),
    );
  });

  it('should pass a photo on while it arrives', async () => {
    const { path, headers } = photoCall(await openDevice(), Buffer.alloc(0));
    const call = request(proxy.url + path, {
      method: 'PUT',
      ca: proxy.authority,
      agent: false,
      headers: { ...headers, 'x-capture-ticket': 'none', 'content-length': MAX_PHOTO_BYTES },
    });
    // The service refuses it by its headers. A proxy that collected the photo first would wait for the rest.
    call.on('error', () => {}).write(Buffer.alloc(1024));
    const [response] = await once(call, 'response');
    expect(response.headers['x-request-id']).toMatch(/^req_/);
    call.destroy();
  });

  it('should pass live events on as they happen', async () => {
    const asPage = { origin: proxy.url, 'x-shutterpost': '1', 'sec-fetch-site': 'same-origin' };
    const account = { email: found(/Sign in\s+(\S+)/), password: found(/Password\s+(\S+)/) };
    const signedIn = await browse('POST', '/app/api/sign-in', asPage, account);
    expect(signedIn.status).toBe(200);
    const cookie = signedIn.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const { workspaces } = await dataOf(await browse('GET', '/app/api/session', { ...asPage, cookie }));
    const path = `/app/api/workspaces/${workspaces[0].id}/events?environment=live`;
    const live = await browse('GET', path, { ...asPage, cookie });
    expect(live.status).toBe(200);
    let heard = '';
    live.stream.setEncoding('utf8').on('data', (chunk: string) => {
      heard += chunk;
    });
    await send('POST', '/v1/photo-requests', { 'x-api-key': key() }, { instructions: 'The damage' });
    await waitUntil(() => expect(heard).toMatch(/event: \w+\ndata: /));
    live.stream.close();
  });

  it('should let through headers as large as the service takes them', async () => {
    const { status } = await send('GET', '/v1/ping', { 'x-api-key': key(), 'x-filling': 'x'.repeat(14_000) });
    expect(status).toBe(200);
  });

  it('should tell the client’s address and scheme, whatever the client claims', async () => {
    const claims = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'other.example' };
    const { headers } = await send('GET', '/v1/ping', { 'x-api-key': key(), ...claims });
    const id = headers['x-request-id'];
    await server.untilPrinted(new RegExp(`"request_id":"${id}".*\n`));
    const line =
      server
        .stdout()
        .split('\n')
        .find((text) => text.includes(`"request_id":"${id}"`)) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ ip: CLIENT_ADDRESS });
  });

  it('should lead to https, and keep browsers there', async () => {
    const plain = await fetch(`${proxy.plainUrl}/code?x=1`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([
      301,
      expect.stringMatching(/^https:\/\/.*\/code\?x=1$/),
    ]);
    expect((await send('GET', '/code')).headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('should note calls, those that fail too, without links and keys', async () => {
    const { headers } = await send('GET', new URL(sampleLink()).pathname, { 'x-api-key': key() });
    await server.stop('SIGTERM');
    const failed = await send('GET', `${new URL(sampleLink()).pathname}?key=${key()}`, {
      'x-api-key': key(),
    });
    expect([502, 503]).toContain(failed.status);
    await waitUntil(() =>
      expect(proxy.logs()).toMatch(new RegExp(`${CLIENT_ADDRESS} .* GET ${failed.status} `)),
    );
    expect(proxy.logs()).toContain(headers['x-request-id']);
    expect(proxy.logs()).not.toContain(keyOf(sampleLink()));
    expect(proxy.logs()).not.toContain(key());
  });
});
