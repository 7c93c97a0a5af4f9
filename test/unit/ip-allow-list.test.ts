import { describe, expect, it } from 'vitest';
import { parseNetwork } from '../../src/platform/ip-address.ts';
import { isAllowed } from '../../src/workspaces/ip-allow-list.ts';

describe('an IP allow-list', () => {
  it.each([
    ['an address alone', ['203.0.113.7'], '203.0.113.7'],
    ['the first address of a network', ['203.0.113.0/24'], '203.0.113.0'],
    ['the last address of a network', ['203.0.113.0/24'], '203.0.113.255'],
    ['a network that does not end at a byte', ['10.1.16.0/20'], '10.1.31.255'],
    ['a network written with host bits', ['10.1.2.3/8'], '10.200.0.1'],
    ['all of IPv4', ['0.0.0.0/0'], '198.51.100.1'],
    ['one of several networks', ['192.0.2.0/24', '2001:db8::/32', '10.0.0.0/8'], '10.0.0.1'],
    ['an IPv6 address', ['2001:db8::1'], '2001:db8::1'],
    ['an IPv6 address written in another way', ['2001:0DB8:0:0::0001'], '2001:db8::1'],
    ['an IPv6 network', ['2001:db8:1::/48'], '2001:db8:1:ffff::9'],
    ['all of IPv6', ['::/0'], '2001:db8::1'],
    ['an IPv4-mapped address', ['203.0.113.0/24'], '::ffff:203.0.113.7'],
    ['an IPv4-mapped address in hexadecimal', ['203.0.113.0/24'], '::ffff:cb00:7107'],
    ['loopback as a dual-stack socket reports it', ['127.0.0.1'], '::ffff:127.0.0.1'],
  ])('should let in %s', (_what, networks, address) => {
    expect(isAllowed(networks, address)).toBe(true);
  });

  it.each([
    ['the address beside it', ['203.0.113.7'], '203.0.113.8'],
    ['the address after a network', ['203.0.113.0/24'], '203.0.114.0'],
    ['the address before a network', ['203.0.113.0/24'], '203.0.112.255'],
    ['the address after a network that does not end at a byte', ['10.1.16.0/20'], '10.1.32.0'],
    ['IPv6 when only IPv4 is listed', ['0.0.0.0/0'], '2001:db8::1'],
    ['another IPv6 network', ['2001:db8:1::/48'], '2001:db8:2::1'],
    ['the IPv4-compatible form of a listed address', ['203.0.113.7'], '::203.0.113.7'],
    ['an IPv4-mapped address outside', ['203.0.113.0/24'], '::ffff:203.0.114.1'],
    ['anybody by an empty list', [], '127.0.0.1'],
    ['what is no address', ['0.0.0.0/0', '::/0'], 'unknown'],
    ['nothing', ['0.0.0.0/0', '::/0'], ''],
  ])('should keep out %s', (_what, networks, address) => {
    expect(isAllowed(networks, address)).toBe(false);
  });

  it.each(['10.0.0.0/8', '10.0.0.1', '0.0.0.0/0', '::/0', '2001:db8::/32', '::1', '2001:db8::/128'])(
    'should take %s as a network',
    (text) => {
      expect(parseNetwork(text)).not.toBeNull();
    },
  );

  it.each([
    '',
    '/',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/8.5',
    '10.0.0.0/0x8',
    '10.0.0',
    '10.0.0.256',
    '010.0.0.1',
    ' 10.0.0.1',
    '::/129',
    'fe80::1%eth0',
    'example.com',
    '*',
  ])('should not take "%s" as a network', (text) => {
    expect(parseNetwork(text)).toBeNull();
  });
});
