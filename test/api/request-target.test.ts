import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { useAddress, useTestApp } from '../helpers/app/test-app.ts';
import { expectErrorBody } from '../helpers/http/expect-response.ts';

const api = useTestApp({ withPages: true });
const address = useAddress(api);

/** Sends this head, and what follows it, and reads until the end of the connection. */
async function exchange(head: string, sent = ''): Promise<{ status: number; body: string }> {
  const socket = connect(address.port, '127.0.0.1');
  socket.write(`${head}Connection: close\r\n\r\n${sent}`);
  const response = await text(socket);
  const [first = '', ...rest] = response.split('\r\n\r\n');
  return { status: Number(first.split(' ')[1]), body: rest.join('\r\n\r\n') };
}

describe('a request that names a whole address', () => {
  it.each(['http://evil.example/code', 'HTTPS://evil.example:8443/code', 'http://evil.example/code?lang=de'])(
    'should get the page of the path, without the host: %s',
    async (target) => {
      const { status, body } = await exchange(`GET ${target} HTTP/1.1\r\nHost: photos.test\r\n`);

      expect(status).toBe(200);
      expect(body).toContain('action="/code"');
      expect(body).not.toContain('evil');
    },
  );

  it.each(['http://evil.example//evil.example/code', '//evil.example/code', '/\\evil.example/code'])(
    'should not find what is no path of ours: %s',
    async (target) => {
      const { status, body } = await exchange(`GET ${target} HTTP/1.1\r\nHost: photos.test\r\n`);

      expect(status).toBe(404);
      expect(body).not.toContain('evil');
    },
  );

  it('should be logged by its path alone', async () => {
    await exchange('GET http://user:secret@evil.example/code HTTP/1.1\r\nHost: photos.test\r\n');

    expect(JSON.stringify(api.logLines())).not.toContain('secret');
  });
});

describe('the Host of a request', () => {
  it.each([
    ['is missing', ''],
    ['is empty', 'Host: \r\n'],
    ['is sent twice', 'Host: photos.test\r\nHost: evil.example\r\n'],
    ['is sent twice, in another case', 'Host: photos.test\r\nhOST: photos.test\r\n'],
    ['has a path', 'Host: photos.test/path\r\n'],
    ['has a user', 'Host: user@photos.test\r\n'],
    ['has markup', 'Host: <b>\r\n'],
    ['has no port behind its colon', 'Host: photos.test:port\r\n'],
  ])('should be refused with 400 when it %s', async (_what, headers) => {
    for (const path of ['/healthz', '/code', '/v1/ping', '/app/', '/nowhere']) {
      const { status, body } = await exchange(`GET ${path} HTTP/1.1\r\n${headers}`);

      expect([path, status]).toEqual([path, 400]);
      expect(Object.keys(expectErrorBody(JSON.parse(body), 'invalid_parameter').details)).toEqual(['host']);
    }
  });

  it.each([
    'photos.test',
    'photos.test:8080',
    '192.0.2.1:3000',
    '[2001:db8::1]:3000',
    'my_host',
    'LOCALHOST',
  ])('should be accepted: %s', async (host) => {
    expect((await exchange(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n`)).status).toBe(200);
  });

  it('should not be needed by HTTP/1.0, which load balancers still probe with', async () => {
    expect((await exchange('GET /healthz HTTP/1.0\r\n')).status).toBe(200);
  });
});

describe('an Idempotency-Key', () => {
  it.each([
    ['once', 'Idempotency-Key: one\r\n', 201],
    [
      'once, beside a header with its name as value',
      'Idempotency-Key: two\r\nX-Note: idempotency-key\r\n',
      201,
    ],
    ['twice', 'Idempotency-Key: three\r\nIdempotency-Key: four\r\n', 400],
    ['twice, in another case', 'Idempotency-Key: five\r\nidempotency-KEY: five\r\n', 400],
  ])('should be sent once, and is sent %s', async (_what, headers, expected) => {
    const { live } = await api.createWorkspace();
    const sent = JSON.stringify({ instructions: 'A photo of the parcel, please' });
    const head = `POST /v1/photo-requests HTTP/1.1\r\nHost: photos.test\r\nX-API-Key: ${live.key}\r\n`;
    const kind = `Content-Type: application/json\r\nContent-Length: ${sent.length}\r\n`;
    const { status, body } = await exchange(`${head}${kind}${headers}`, sent);
    expect(status).toBe(expected);
    if (status === 201) return;
    const { details } = expectErrorBody(JSON.parse(body), 'invalid_parameter');
    expect(Object.keys(details)).toEqual(['Idempotency-Key']);
  });
});
