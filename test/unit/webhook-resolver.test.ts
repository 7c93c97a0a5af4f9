import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createResolver, HostUnknownError } from '../../src/webhooks/client/resolver.ts';
import { type DnsServer, startDnsServer } from '../helpers/http/dns-server.ts';

let dns: DnsServer;
let folder: string;
const signal = new AbortController().signal;

beforeEach(async () => {
  dns = await startDnsServer();
  folder = mkdtempSync(join(tmpdir(), 'shutterpost-hosts-'));
});
afterEach(async () => {
  await dns.stop();
  rmSync(folder, { recursive: true });
});

function resolverWith(hosts = '') {
  const hostsFile = join(folder, 'hosts');
  writeFileSync(hostsFile, hosts);
  return createResolver({ servers: [dns.address], hostsFile });
}

describe('a host name', () => {
  it.each([
    ['IPv4 only', ['93.184.216.34', '93.184.216.35']],
    ['IPv6 only', ['2606:2800:220:1:248:1893:25c8:1946']],
    ['both', ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946']],
    ['public and private ones', ['93.184.216.34', '10.0.0.1', 'fd00::1']],
  ])('should give every address: %s', async (_what, addresses) => {
    dns.answer('host.test', addresses);
    expect(await resolverWith().resolve('host.test', signal)).toEqual(addresses);
  });

  it('should be looked up again each time', async () => {
    dns.answer('moving.test', ['93.184.216.34'], ['127.0.0.1']);
    const resolver = resolverWith();
    expect(await resolver.resolve('moving.test', signal)).toEqual(['93.184.216.34']);
    expect(await resolver.resolve('moving.test', signal)).toEqual(['127.0.0.1']);
  });

  it.each([
    ['nowhere.test', 'nxdomain'],
    ['empty.test', []],
    ['a..b', []],
  ] as const)('should be unknown: %s', async (name, answer) => {
    dns.answer(name, typeof answer === 'string' ? answer : [...answer]);
    await expect(resolverWith().resolve(name, signal)).rejects.toThrow(HostUnknownError);
  });

  it('should not be called unknown when the name server fails', async () => {
    dns.answer('failing.test', 'servfail');
    const looking = resolverWith().resolve('failing.test', signal);
    await expect(looking).rejects.toMatchObject({ code: 'ESERVFAIL' });
  });

  it('should be given up at once when asked to, and others not with it', async () => {
    dns.answer('silent.test', 'silence');
    dns.answer('slow.test', 'silence');
    const resolver = resolverWith();
    const [first, second] = [new AbortController(), new AbortController()];
    const looking = resolver.resolve('silent.test', first.signal);
    const other = resolver.resolve('slow.test', second.signal);
    const otherEnded = expect(other).rejects.toThrow('second');
    // A question without an answer is asked again after a while.
    await expect.poll(() => new Set(dns.questions()).size).toBe(4);
    first.abort(new Error('first'));
    await expect(looking).rejects.toThrow('first');
    expect(second.signal.aborted).toBe(false);
    second.abort(new Error('second'));
    await otherEnded;
  });

  it('should not be looked up at all after that', async () => {
    const given = AbortSignal.abort(new Error('over'));
    await expect(resolverWith().resolve('host.test', given)).rejects.toThrow('over');
    expect(dns.questions()).toEqual([]);
  });
});

describe('a name of this machine', () => {
  it.each(['localhost', 'LOCALHOST', 'localhost.', 'a.b.localhost'])(
    'should be %s without asking',
    async (name) => {
      expect(await resolverWith('10.0.0.9 localhost').resolve(name, signal)).toEqual(['127.0.0.1', '::1']);
      expect(dns.questions()).toEqual([]);
    },
  );

  it.each(['neighbor', 'NEIGHBOR.', 'alias'])('should be found in the hosts file: %s', async (name) => {
    const hosts =
      '# comment\n\n10.0.0.5\tneighbor  Alias # neighbor-no-more\n  fd00::5 neighbor alias\nnonsense x\n';
    const resolver = resolverWith(hosts);
    expect(await resolver.resolve(name, signal)).toEqual(['10.0.0.5', 'fd00::5']);
    await expect(resolver.resolve('neighbor-no-more', signal)).rejects.toThrow(HostUnknownError);
  });

  it('should be no trouble when there is no hosts file', async () => {
    dns.answer('host.test', ['93.184.216.34']);
    const resolver = createResolver({ servers: [dns.address], hostsFile: join(folder, 'none') });
    expect(await resolver.resolve('host.test', signal)).toEqual(['93.184.216.34']);
  });
});
