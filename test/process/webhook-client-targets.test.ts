import { afterEach, describe, expect, it } from 'vitest';
import {
  createGuardedClient,
  type GuardedClient,
  type GuardedClientOptions,
} from '../../src/webhooks/client/guarded-client.ts';
import { createResolver } from '../../src/webhooks/client/resolver.ts';
import { useForAll, useForEach } from '../helpers/hooks.ts';
import { startDnsServer } from '../helpers/http/dns-server.ts';
import { startReceiver } from '../helpers/webhooks/misbehaving-receiver.ts';
import { wordsOf } from '../helpers/words.ts';

const PUBLIC_V4 = '93.184.216.34';
const PUBLIC_V6 = '2606:2800:220:1:248:1893:25c8:1946';
const NOT_PUBLIC =
  'Must be a public address. For a receiver on your own machine use `shutterpost listen`; WEBHOOK_ALLOW_PRIVATE_NETWORKS=true allows private addresses.';

const clients: GuardedClient[] = [];

const receiver = useForAll(startReceiver, 'stop');
const dns = useForEach(startDnsServer, 'stop');
afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

function clientWith(options: Partial<GuardedClientOptions> & { allowPrivate?: boolean } = {}): GuardedClient {
  const { allowPrivate = false, ...rest } = options;
  const client = createGuardedClient({
    rules: { allowPrivateNetworks: allowPrivate, requireHttps: false },
    resolver: createResolver({ servers: [dns.address] }),
    ...rest,
  });
  clients.push(client);
  return client;
}

/** Whatever the client says: the receiver must not even have seen a connection. */
async function expectNoConnection(during: () => Promise<void>): Promise<void> {
  const { connections } = await receiver.state();
  await during();
  expect((await receiver.state()).connections).toBe(connections);
}

describe('a target that is not public', () => {
  const literals = wordsOf(`
    127.0.0.1 2130706433 0x7f.1 017700000001 0 127.0.0.1. [::ffff:127.0.0.1] [::ffff:7f00:1] [::1]
    [64:ff9b::7f00:1] localhost LOCALHOST. receiver.localhost
  `);

  it.each(literals)('should not be connected to as the literal %s', async (host) => {
    await expectNoConnection(async () => {
      const exchange = await clientWith().post(`http://${host}:${receiver.port}/a`, {}, '{}');
      expect(exchange).toMatchObject({ outcome: 'blocked', statusCode: null, address: null });
      expect(exchange.error).toBe(`The URL is not allowed: ${NOT_PUBLIC}`);
    });
  });

  it.each([
    ['loopback', ['127.0.0.1']],
    ['loopback of IPv6', ['::1']],
    ['a mapped one', ['::ffff:7f00:1']],
    ['metadata', ['169.254.169.254']],
    ['public and private ones', [PUBLIC_V4, '127.0.0.1']],
    ['a public IPv4 and a private IPv6 one', [PUBLIC_V4, 'fd00::1']],
  ])('should not be connected to by a name that leads to %s', async (_what, addresses) => {
    dns.answer('hook.test', addresses);
    await expectNoConnection(async () => {
      const exchange = await clientWith().post(`http://hook.test:${receiver.port}/a`, {}, '{}');
      const error = 'The address is not public.';
      expect(exchange).toMatchObject({ outcome: 'blocked', error, statusCode: null, address: null });
    });
    expect(await clientWith().faultOf('http://hook.test/')).toBe(NOT_PUBLIC);
  });

  it('should not be connected to when the name led elsewhere as it was configured', async () => {
    dns.answer('rebinding.test', [PUBLIC_V4], ['127.0.0.1']);
    const client = clientWith();
    expect(await client.faultOf(`http://rebinding.test:${receiver.port}/a`)).toBeUndefined();
    await expectNoConnection(async () => {
      const exchange = await client.post(`http://rebinding.test:${receiver.port}/a`, {}, '{}');
      expect(exchange.outcome).toBe('blocked');
    });
  });

  it('should not be connected to over plain HTTP where HTTPS is required', async () => {
    const rules = { allowPrivateNetworks: true, requireHttps: true };
    await expectNoConnection(async () => {
      const exchange = await clientWith({ rules }).post(`${receiver.url}/a`, {}, '{}');
      const error = 'The URL is not allowed: Must start with https://.';
      expect(exchange).toMatchObject({ outcome: 'blocked', error });
    });
  });
});

describe('a name', () => {
  it('should be looked up once for a connection, so that the address checked is the one called', async () => {
    dns.answer('once.test', ['127.0.0.1'], ['127.0.0.2']);
    const client = clientWith({ allowPrivate: true });
    const url = `http://once.test:${receiver.port}/once`;
    expect(await client.post(url, {}, '{}')).toMatchObject({ outcome: 'delivered', address: '127.0.0.1' });
    await client.post(url, {}, '{}');
    expect(dns.questions().toSorted()).toEqual(['A once.test', 'AAAA once.test']);
    const [request] = await receiver.received('/once');
    expect(request?.headers.host).toBe(`once.test:${receiver.port}`);
  });

  it('should lead on to the next address when the first one refuses', async () => {
    dns.answer('two.test', ['127.0.0.99', '127.0.0.1']);
    const exchange = await clientWith({ allowPrivate: true }).post(
      `http://two.test:${receiver.port}/two`,
      {},
      '{}',
    );
    expect(exchange).toMatchObject({ outcome: 'delivered', address: '127.0.0.1' });
  });

  it('should be unreachable when it does not exist', async () => {
    const client = clientWith();
    const error = 'The host name does not exist or has no address.';
    expect(await client.post('http://nowhere.test/', {}, '{}')).toMatchObject({
      outcome: 'unreachable',
      error,
    });
    expect(await client.faultOf('http://nowhere.test/')).toBe(error);
  });

  it('should be unreachable, but no fault of the URL, when the name server fails', async () => {
    dns.answer('failing.test', 'servfail');
    const client = clientWith();
    const error = 'The DNS server failed to look up the host name.';
    expect(await client.post('http://failing.test/', {}, '{}')).toMatchObject({
      outcome: 'unreachable',
      error,
    });
    expect(await client.faultOf('http://failing.test/')).toBeUndefined();
  });

  it('should be given up at the limit when the name server is silent', async () => {
    dns.answer('slow.test', 'silence');
    const client = clientWith({ limitMs: 300 });
    const exchange = await client.post('http://slow.test/', {}, '{}');
    const error = 'No connection within 0.3 s.';
    expect(exchange).toMatchObject({ outcome: 'timed_out', error, statusCode: null, address: null });
    expect(await client.faultOf('http://slow.test/')).toBeUndefined();
  });
});

describe('a URL that is configured', () => {
  it.each([[[PUBLIC_V4]], [[PUBLIC_V6]], [[PUBLIC_V4, PUBLIC_V6]]])(
    'should have no fault with %j',
    async (all) => {
      dns.answer('public.test', all);
      expect(await clientWith().faultOf('https://public.test/hooks')).toBeUndefined();
    },
  );

  it('should have no fault with a private address where those are allowed', async () => {
    dns.answer('private.test', ['10.0.0.1']);
    expect(await clientWith({ allowPrivate: true }).faultOf('http://private.test/')).toBeUndefined();
  });

  it('should be looked at before its host is looked up', async () => {
    expect(await clientWith().faultOf('ftp://public.test/')).toMatch(/^Must be a full URL/);
    expect(dns.questions()).toEqual([]);
  });
});
