import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  createGuardedClient,
  type GuardedClient,
  type GuardedClientOptions,
} from '../../src/webhooks/client/guarded-client.ts';
import { useForAll } from '../helpers/hooks.ts';
import { pauseProcess } from '../helpers/pause-process.ts';
import { startReceiver } from '../helpers/webhooks/misbehaving-receiver.ts';

const MEGABYTE = 1_000_000;
/** Long enough for a receiver on a busy machine to begin with its response. */
const LIMIT_MS = 5_000;

/** Of one test alone. */
let path: string;
let tests = 0;
const clients: GuardedClient[] = [];

function clientWith(options: Partial<GuardedClientOptions> = {}): GuardedClient {
  const client = createGuardedClient({
    rules: { allowPrivateNetworks: true, requireHttps: false },
    ...options,
  });
  clients.push(client);
  return client;
}

const receiver = useForAll(startReceiver, 'stop');

beforeEach(() => {
  tests += 1;
  path = `/test-${tests}`;
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await receiver.waitForOpen(0);
});

describe('connections', () => {
  it('should be used again', async () => {
    const client = clientWith();
    for (let count = 0; count < 5; count += 1) await client.post(receiver.url + path, {}, '{}');
    const requests = await receiver.received(path);
    expect(requests).toHaveLength(5);
    expect(new Set(requests.map(({ connection }) => connection)).size).toBe(1);
  });

  it('should tell the address also when one is used again', async () => {
    const client = clientWith();
    await client.post(receiver.url + path, {}, '{}');
    expect((await client.post(receiver.url + path, {}, '{}')).address).toBe('127.0.0.1');
  });

  it('should carry one request at a time', async () => {
    const client = clientWith();
    await receiver.behave('/slow', 'hang');
    const slow = client.post(`${receiver.url}/slow`, {}, '{}');
    await receiver.waitFor('/slow', 1);
    expect(await client.post(`${receiver.url}/fast`, {}, '{}')).toMatchObject({ outcome: 'delivered' });
    const [[hanging], [fast]] = await Promise.all([receiver.received('/slow'), receiver.received('/fast')]);
    expect(fast?.connection).not.toBe(hanging?.connection);
    await client.close();
    await slow;
  });

  it('should be replaced at once when the receiver closed it in the meantime', async () => {
    const client = clientWith();
    await client.post(receiver.url + path, {}, '{}');
    await receiver.behave(path, ['reset', { status: 200 }]);
    expect(await client.post(receiver.url + path, {}, '{}')).toMatchObject({ outcome: 'delivered' });
    expect(await receiver.received(path)).toHaveLength(3);
  });

  it('should be replaced once only', async () => {
    const client = clientWith();
    await client.post(receiver.url + path, {}, '{}');
    await receiver.behave(path, 'reset');
    expect(await client.post(receiver.url + path, {}, '{}')).toMatchObject({ outcome: 'unreachable' });
    expect(await receiver.received(path)).toHaveLength(3);
  });

  it('should not be tried again when the first request on one fails', async () => {
    await receiver.behave(path, 'reset');
    await clientWith().post(receiver.url + path, {}, '{}');
    expect(await receiver.received(path)).toHaveLength(1);
  });

  it('should not be kept when the receiver asks for that', async () => {
    const client = clientWith();
    await receiver.behave(path, { status: 200, headers: { Connection: 'close' } });
    for (let count = 0; count < 3; count += 1) {
      expect(await client.post(receiver.url + path, {}, '{}')).toMatchObject({ outcome: 'delivered' });
      await receiver.waitForOpen(0);
    }
  });
});

describe('a response of 1 GB', () => {
  it('should be a success of which only the start is read', async () => {
    const client = clientWith();
    await receiver.behave(path, 'gigabyte');
    const { sentBytes } = await receiver.state();
    const before = process.memoryUsage().rss;
    const exchange = await client.post(receiver.url + path, {}, '{}');
    expect(exchange).toMatchObject({
      outcome: 'delivered',
      statusCode: 200,
      responseBody: 'x'.repeat(1_000),
    });
    await receiver.waitForOpen(0);
    // The rest of it is what the kernel holds for the two of them.
    expect((await receiver.state()).sentBytes - sentBytes).toBeLessThan(20 * MEGABYTE);
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * MEGABYTE);
  });
});

describe('the limit of the whole exchange', () => {
  it.each([
    ['hang', 'No response within 5 s.', null],
    ['drip', 'The response did not finish within 5 s.', 200],
  ] as const)('should end a receiver that does %s', async (behavior, error, statusCode) => {
    await receiver.behave(path, behavior);
    const exchange = await clientWith({ limitMs: LIMIT_MS }).post(receiver.url + path, {}, '{}');
    expect(exchange).toMatchObject({ outcome: 'timed_out', error, statusCode, address: '127.0.0.1' });
    expect(exchange.durationMs).toBeGreaterThanOrEqual(LIMIT_MS - 5);
    await receiver.waitForOpen(0);
  });

  it('should not count a pause of this process in which the response arrives', async () => {
    const limitMs = 300;
    const quick = createServer((_request, response) => {
      response.end('Thank you.');
      pauseProcess(2 * limitMs);
    });
    await new Promise<void>((resolve) => quick.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void quick.close());
    const { port } = quick.address() as AddressInfo;
    const exchange = await clientWith({ limitMs }).post(`http://127.0.0.1:${port}/`, {}, '{}');
    expect(exchange).toMatchObject({ outcome: 'delivered', responseBody: 'Thank you.' });
  });

  it('should end a handshake that never does', async () => {
    const exchange = await clientWith({ limitMs: LIMIT_MS }).post(`${receiver.silentUrl}/`, {}, '{}');
    const error = 'No response within 5 s.';
    expect(exchange).toMatchObject({ outcome: 'timed_out', error, statusCode: null, address: '127.0.0.1' });
    await receiver.waitForOpen(0);
  });
});

describe('TLS', () => {
  it('should work with a certificate that is trusted', async () => {
    const client = clientWith({
      certificateAuthorities: [receiver.authority],
      rules: { allowPrivateNetworks: true, requireHttps: true },
    });
    const url = receiver.httpsUrl + path;
    expect(await client.post(url, {}, '{"a":1}')).toMatchObject({
      outcome: 'delivered',
      address: '127.0.0.1',
    });
    await client.post(url, {}, '{"a":1}');
    const [first, second] = await receiver.received(path);
    expect(first?.body.toString()).toBe('{"a":1}');
    expect(second?.connection).toBe(first?.connection);
  });

  it.each([
    ['expired', 'expiredUrl', 'The certificate has expired.'],
    ['self-signed', 'selfSignedUrl', 'The certificate is self-signed.'],
    ['made for another host', 'otherHostUrl', 'The certificate is for a different host name.'],
  ] as const)('should fail with a certificate that is %s, and send nothing', async (_what, url, error) => {
    const client = clientWith({ certificateAuthorities: [receiver.authority] });
    expect(await client.post(receiver[url] + path, {}, '{}')).toMatchObject({
      outcome: 'unreachable',
      error,
      statusCode: null,
      address: '127.0.0.1',
    });
    expect(await receiver.received(path)).toEqual([]);
  });

  it('should fail with a certificate of an unknown authority', async () => {
    const { error } = await clientWith().post(receiver.httpsUrl + path, {}, '{}');
    expect(error).toMatch(/^The certificate’s issuer is unknown/);
  });

  it('should fail with a receiver that speaks plain HTTP', async () => {
    const exchange = await clientWith().post(`https://127.0.0.1:${receiver.port}${path}`, {}, '{}');
    expect(exchange).toMatchObject({ outcome: 'unreachable', error: 'The TLS handshake failed.' });
  });
});

describe('closing', () => {
  it('should end what is under way, and the connections that are kept', async () => {
    const client = clientWith();
    await receiver.behave('/hang', 'hang');
    const hanging = client.post(`${receiver.url}/hang`, {}, '{}');
    await client.post(receiver.url + path, {}, '{}');
    await receiver.waitFor('/hang', 1);

    await client.close();

    expect(await hanging).toMatchObject({
      outcome: 'unreachable',
      error: 'The service stopped before a response arrived.',
    });
    await receiver.waitForOpen(0);
  });

  it('should end a handshake that is under way', async () => {
    const client = clientWith();
    const hanging = client.post(`${receiver.silentUrl}/`, {}, '{}');
    await receiver.waitForOpen(1);
    await client.close();
    expect(await hanging).toMatchObject({ outcome: 'unreachable', statusCode: null });
    await receiver.waitForOpen(0);
  });

  it('should be the end: nothing is sent after it', async () => {
    const client = clientWith();
    await client.close();
    const error = 'The service is stopping.';
    expect(await client.post(receiver.url + path, {}, '{}')).toMatchObject({ outcome: 'unreachable', error });
    expect(await receiver.received(path)).toEqual([]);
  });
});
