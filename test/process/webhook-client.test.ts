import { describe, expect, it } from 'vitest';
import { createGuardedClient } from '../../src/webhooks/client/guarded-client.ts';
import { useForAll } from '../helpers/hooks.ts';
import { freePort } from '../helpers/http/free-port.ts';
import { type Behavior, startReceiver } from '../helpers/webhooks/misbehaving-receiver.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');

let paths = 0;

const receiver = useForAll(startReceiver, 'stop');
const client = useForAll(
  () => createGuardedClient({ rules: { allowPrivateNetworks: true, requireHttps: false }, clock: () => NOW }),
  'close',
);

/** A path of its own for each request that is to be taken in some way. */
async function pathWith(...behaviors: Behavior[]): Promise<string> {
  paths += 1;
  const path = `/path-${paths}`;
  await receiver.behave(path, behaviors);
  return path;
}

async function postTo(...behaviors: Behavior[]) {
  const path = await pathWith(...behaviors);
  return client.post(receiver.url + path, {}, '{}');
}

describe('what is sent', () => {
  it('should send the headers and the body exactly as given', async () => {
    const body = '{"text":"Grüße, 写真 📷","number":1.0}';
    const headers = { 'Content-Type': 'application/json', 'X-Webhook-ID': 'evt_1', 'webhook-id': 'evt_1' };
    const path = await pathWith({ status: 200 });

    await client.post(`${receiver.url}${path}?team=a%20b`, headers, body);

    const [request] = await receiver.received(path);
    expect(request).toMatchObject({ method: 'POST', target: `${path}?team=a%20b` });
    expect(request?.body).toEqual(Buffer.from(body, 'utf8'));
    expect(request?.rawHeaders).toEqual(expect.arrayContaining(Object.entries(headers)));
    expect(request?.headers['content-length']).toBe(String(Buffer.byteLength(body)));
    expect(request?.headers.host).toBe(`127.0.0.1:${receiver.port}`);
    expect(Object.keys(request?.headers ?? {}).sort()).toEqual(
      ['connection', 'content-length', 'content-type', 'host', 'webhook-id', 'x-webhook-id'].sort(),
    );
  });

  it('should not let a header value smuggle in another header', async () => {
    const path = await pathWith({ status: 200 });
    const exchange = await client.post(receiver.url + path, { 'X-Name': 'a\r\nX-Other: b' }, '{}');
    expect(exchange.outcome).toBe('unreachable');
    expect(await receiver.received(path)).toEqual([]);
  });
});

describe('a response', () => {
  it('should be a success with 200', async () => {
    const exchange = await postTo({ status: 200, body: 'Thank you.' });
    expect(exchange).toEqual({
      outcome: 'delivered',
      statusCode: 200,
      error: null,
      address: '127.0.0.1',
      responseBody: 'Thank you.',
      retryAfterMs: null,
      durationMs: expect.any(Number),
    });
  });

  it('should be a success with 204 and no body', async () => {
    expect(await postTo({ status: 204 })).toMatchObject({
      outcome: 'delivered',
      statusCode: 204,
      responseBody: null,
    });
  });

  it.each([400, 401, 404, 410, 429, 500, 503])('should be a failure with %i', async (status) => {
    const exchange = await postTo({ status, body: 'No.' });
    const error = `The receiver returned ${status}.`;
    expect(exchange).toMatchObject({
      outcome: 'answered_badly',
      statusCode: status,
      error,
      responseBody: 'No.',
    });
  });

  it('should be a success once the receiver has recovered', async () => {
    const path = await pathWith({ status: 500 }, { status: 500 }, { status: 200 });
    const statuses: (number | null)[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      statuses.push((await client.post(receiver.url + path, {}, '{}')).statusCode);
    }
    expect(statuses).toEqual([500, 500, 200, 200]);
  });

  it.each([301, 302, 303, 307, 308])('should not be followed with %i', async (status) => {
    const target = await pathWith({ status: 200 });
    const Location = `http://user:word@127.0.0.1:${receiver.port}${target}?secret=1#part`;
    const exchange = await postTo({ status, headers: { Location } });
    expect(exchange).toMatchObject({
      outcome: 'answered_badly',
      statusCode: status,
      error: `The receiver returned ${status}, a redirect to ${receiver.url}${target}. Redirects are not followed.`,
    });
    expect(await receiver.received(target)).toEqual([]);
  });

  it.each([
    ['http://[nonsense', 'an invalid URL'],
    ['/elsewhere?a=b', '/elsewhere.'],
  ])('should name the location %s of a redirect in a readable way', async (location, shown) => {
    const { error } = await postTo({ status: 302, headers: { location } });
    expect(error).toContain(shown);
    expect(error).not.toContain('a=b');
  });

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Fri, 01 May 2026 12:05:00 GMT', 300_000],
    ['Fri, 01 May 2026 11:00:00 GMT', 0],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['2026-05-01', null],
  ])('should tell how long to wait with Retry-After: %s', async (value, retryAfterMs) => {
    const exchange = await postTo({ status: 429, headers: { 'Retry-After': value } });
    expect(exchange.retryAfterMs).toBe(retryAfterMs);
  });
});

describe('the start of a response', () => {
  it('should have 1,000 characters at most, without cutting one in two', async () => {
    const { responseBody } = await postTo({ status: 200, body: `${'a'.repeat(999)}📷${'b'.repeat(9_000)}` });
    expect(responseBody).toBe('a'.repeat(999));
  });

  it('should be text that a database can store, whatever came', async () => {
    const bodyBase64 = Buffer.from([0x41, 0x00, 0xff, 0xc3, 0x28, 0x42]).toString('base64');
    expect((await postTo({ status: 200, bodyBase64 })).responseBody).toBe('A\uFFFD\uFFFD(B');
  });

  it('should be null when nothing but NUL came', async () => {
    const bodyBase64 = Buffer.alloc(10).toString('base64');
    expect((await postTo({ status: 200, bodyBase64 })).responseBody).toBeNull();
  });
});

describe('a receiver that breaks off', () => {
  it('should be unreachable when it refuses the connection', async () => {
    const exchange = await client.post(`http://127.0.0.1:${await freePort()}/`, {}, '{}');
    expect(exchange).toMatchObject({
      outcome: 'unreachable',
      error: 'The connection was refused.',
      statusCode: null,
      address: null,
    });
  });

  it.each(['close', 'reset'] as const)(
    'should be unreachable with %s before a response',
    async (behavior) => {
      expect(await postTo(behavior)).toMatchObject({
        outcome: 'unreachable',
        error: 'The connection was closed before a response arrived.',
        statusCode: null,
        address: '127.0.0.1',
      });
    },
  );

  it.each([
    ['reset-in-body', 'The connection was closed in the middle of the response.', 200, 'Thank'],
    ['long-headers', 'The response headers are too long.', null, null],
    ['no-http', 'The response is not valid HTTP.', null, null],
  ] as const)('should have responded badly with %s', async (behavior, error, statusCode, responseBody) => {
    const exchange = await postTo(behavior);
    expect(exchange).toMatchObject({ outcome: 'answered_badly', error, statusCode, responseBody });
  });
});
