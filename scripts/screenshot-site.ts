import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import type { Exchange, GuardedClient } from '../src/webhooks/client/guarded-client.ts';
import { startTestApp, type TestApp } from '../test/helpers/app/test-app.ts';
import { createTestClock, type TestClock } from '../test/helpers/app/test-clock.ts';
import { makeTestCertificates } from '../test/helpers/http/self-signed-certificate.ts';

export const HOST = 'photos.nordlicht.example';
export const SITE = `https://${HOST}`;
export const PASSWORD = 'lantern quilt harbour seven';
/** A Thursday afternoon: every picture shows the same moment, whenever it is made. */
export const NOW = Date.UTC(2026, 10, 12, 13, 24);
export const DEVICES = {
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
};
const VISITOR = '203.0.113.57';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Someone who is signed in. */
export interface SignedIn {
  cookie: { name: string; value: string };
  call<T = Record<string, never>>(method: Method, path: string, body?: object | Buffer): Promise<T>;
}

export interface Site {
  api: TestApp;
  clock: TestClock;
  /** Where the browser's requests to the host go. */
  port: number;
  signIn(email: string, device?: keyof typeof DEVICES, address?: string): Promise<SignedIn>;
  /** Sends the emails and webhooks that are due. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** The whole product under a proper name over https, with a clock that the story turns. */
export async function openSite(receive: (url: string, body: string, at: number) => Exchange): Promise<Site> {
  const clock = createTestClock(NOW);
  // Whoever builds the pages in the meantime does not change them in the middle of the pictures.
  const webBuild = mkdtempSync(join(tmpdir(), 'shutterpost-pages-'));
  cpSync('web/dist', webBuild, { recursive: true });
  const webhookClient: GuardedClient = {
    post: async (url, _headers, body) => receive(url, String(body), clock.now()),
    // The archive's way: everything is taken.
    send: async (url) => ({ ...receive(url, '', clock.now()), contentLength: null }),
    faultOf: async () => undefined,
    close: async () => {},
  };
  const api = await startTestApp({
    clock,
    withPages: true,
    webBuild,
    publicUrl: SITE,
    trustProxy: 1,
    webhookClient,
    platform: { signUp: 'open', mailConfigured: true },
  });
  const deliveries = api.services.createDeliveryWorker({ warn: () => {}, error: () => {} });
  const mails = api.services.openMailWorker({
    transport: { kind: 'smtp', send: async () => {}, close: async () => {} },
    serviceName: 'Shutterpost',
    log: api.app.log as never,
  });
  const { selfSigned } = makeTestCertificates();
  const server = createServer({ cert: selfSigned.certificate, key: selfSigned.key }, (request, response) => {
    request.headers['x-forwarded-for'] = VISITOR;
    api.app.routing(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    api,
    clock,
    port: (server.address() as AddressInfo).port,
    signIn: (email, device = 'mac', address = VISITOR) => signIn(api, email, DEVICES[device], address),
    async settle() {
      await mails.settled();
      await deliveries.settled();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await deliveries.stop();
      await mails.stop();
      await api.close();
      rmSync(webBuild, { recursive: true, force: true });
    },
  };
}

export async function signIn(
  api: TestApp,
  email: string,
  userAgent: string,
  address: string,
): Promise<SignedIn> {
  let cookie = '';
  const send = async (method: Method, path: string, body?: object | Buffer) => {
    const headers = {
      'user-agent': userAgent,
      'x-forwarded-for': address,
      'x-shutterpost': '1',
      origin: SITE,
      cookie,
    };
    const isFile = Buffer.isBuffer(body);
    const answer = await api.call(method, `/app/api${path}`, {
      headers: isFile ? { ...headers, 'content-type': 'image/png' } : headers,
      ...(isFile ? { raw: body } : { body }),
    });
    return expectSuccess(answer, `${method} ${path}`);
  };
  const answer = await send('POST', '/sign-in', { email, password: PASSWORD });
  cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const [name = '', value = ''] = cookie.split('=');
  return {
    cookie: { name, value },
    call: async (method, path, body) => (await send(method, path, body)).json().data,
  };
}

export function expectSuccess(answer: LightMyRequestResponse, what: string): LightMyRequestResponse {
  if (answer.statusCode >= 300) throw new Error(`${what}: ${answer.statusCode} ${answer.body}`);
  return answer;
}
