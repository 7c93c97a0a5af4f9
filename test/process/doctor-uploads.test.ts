import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import type { NamedFinding } from '../../src/doctor/finding.ts';
import { MAX_PHOTO_BYTES } from '../../src/shared/photo-limits.ts';
import { SECRET_KEY } from '../helpers/app/test-platform.ts';
import { createTestDatabase, useTestDatabase } from '../helpers/database/test-database.ts';
import { letClientFinish } from '../helpers/http/early-response.ts';
import { runCli } from '../helpers/process/child-process.ts';
import { useServer } from '../helpers/process/server-process.ts';

const LARGEST = `${MAX_PHOTO_BYTES / 2 ** 20} MB`;

type Treatment = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

describe('the doctor’s photo of the largest size', () => {
  const proxies: Server[] = [];
  const testDatabase = useTestDatabase(() => createTestDatabase('sqlite'));
  const server = useServer(() => ({ ...testDatabase.env, SECRET_KEY }), 'SIGKILL');
  afterAll(() => {
    for (const proxy of proxies) proxy.close();
  });

  /** A proxy in front of the server that does so with uploads and lets everything else through. */
  async function findingBehind(treatment: Treatment, env: Record<string, string> = {}) {
    const proxy = createServer((incoming, outgoing) => {
      if (incoming.method === 'PUT') treatment(incoming, outgoing);
      else forward(incoming, outgoing);
    });
    proxies.push(proxy.listen(0, '127.0.0.1'));
    await once(proxy, 'listening');
    const PUBLIC_URL = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { stdout } = await runCli(['doctor', '--json'], {
      ...testDatabase.env,
      SECRET_KEY,
      PUBLIC_URL,
      ...env,
    });
    const { checks } = JSON.parse(stdout) as { checks: NamedFinding[] };
    return checks.find(({ name }) => name === 'largest photo');
  }

  const forward: Treatment = (incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const onward = request(server.url + url, { method, headers, agent: false }, (response) => {
      letClientFinish(incoming, outgoing);
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(onward.on('error', () => outgoing.destroy()));
  };

  it('should get through a proxy that lets it', async () => {
    const finding = await findingBehind(forward);
    expect(finding).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(/^15 MB arrived complete in \d+ ms$/),
    });
  });

  it('should tell of a proxy that TRUST_PROXY does not name', async () => {
    const throughProxy: Treatment = (incoming, outgoing) => {
      incoming.headers['x-forwarded-for'] = '203.0.113.7';
      forward(incoming, outgoing);
    };
    expect(await findingBehind(throughProxy)).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('TRUST_PROXY is not set'),
      remedy: expect.stringContaining('number of proxies'),
    });
    expect(await findingBehind(throughProxy, { TRUST_PROXY: '1' })).toMatchObject({ status: 'ok' });
    expect(server.stdout()).toContain('TRUST_PROXY is not set');
  });

  it('should tell what to change when a proxy responds with 413', async () => {
    const finding = await findingBehind((incoming, outgoing) => {
      incoming.resume();
      outgoing.writeHead(413, { 'content-type': 'text/html' }).end('<h1>Request Entity Too Large</h1>');
    });
    expect(finding).toMatchObject({
      status: 'failure',
      message: `Bodies of ${LARGEST} are rejected on the way (status 413).`,
      remedy: expect.stringContaining('client_max_body_size 16m'),
    });
  });

  it('should tell what to change when a proxy cuts it off', async () => {
    const finding = await findingBehind((incoming) => {
      let bytes = 0;
      incoming.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > 2 ** 20) incoming.destroy();
      });
    });
    expect(finding).toMatchObject({
      status: 'failure',
      message: expect.stringMatching(
        new RegExp(`^The connection is cut while ${LARGEST} are being sent \\(`),
      ),
      remedy: expect.stringContaining('16 MB'),
    });
  });

  it('should be read by no one who does not know the secret key', async () => {
    const another = { SECRET_KEY: 'another key than the one of the server' };
    const finding = await findingBehind(forward, another);
    expect(finding).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('a different secret key'),
    });
    const response = await fetch(`${server.url}/probe/upload?expires=99999999999999&signature=x`, {
      method: 'PUT',
      body: 'x',
    });
    expect(response.status).toBe(404);
  });
});
