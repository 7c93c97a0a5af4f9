import { describe, expect, it } from 'vitest';
import { networkList, networkOf, parseNetwork, plainAddress } from '../../src/platform/ip-address.ts';
import { wordsOf } from '../helpers/words.ts';

describe('the plain form of an address', () => {
  it.each([
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['::ffff:0:1', '0.0.0.1'],
    ['::ffff:0:203.0.113.7', '::ffff:0:203.0.113.7'],
    ['::ffff:1', '::ffff:1'],
    ['::203.0.113.7', '::203.0.113.7'],
    ['2001:db8::ffff:1', '2001:db8::ffff:1'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:example', '::ffff:example'],
    ['', ''],
  ])('should be IPv4 where an IPv6 address stands for one, and unchanged otherwise: %s', (address, plain) => {
    expect(plainAddress(address)).toBe(plain);
  });
});

describe('the network that limits count', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::5', '2001:db8:0:0'],
    ['2001:db8:0:0:1::', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', ''],
  ])('should be the /64 of an IPv6 address, and an IPv4 address itself: %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('a list of networks', () => {
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
    ['a neighbor whose address has a zone', ['fe80::/10'], 'fe80::1%eth0'],
    ['loopback as a dual-stack socket reports it', ['127.0.0.1'], '::ffff:127.0.0.1'],
  ])('should include %s', (_what, networks, address) => {
    expect(networkList(networks).includes(address)).toBe(true);
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
    ['anyone in an empty list', [], '127.0.0.1'],
    ['what is no address', ['0.0.0.0/0', '::/0'], 'unknown'],
    ['nothing', ['0.0.0.0/0', '::/0'], ''],
    ['anything in what is no network', ['fe80::%eth0/10', '10.0.0.0/33'], '10.0.0.1'],
  ])('should not include %s', (_what, networks, address) => {
    expect(networkList(networks).includes(address)).toBe(false);
  });

  it.each(['10.0.0.0/8', '10.0.0.1', '0.0.0.0/0', '::/0', '2001:db8::/32', '::1', '2001:db8::/128'])(
    'should take %s as a network',
    (text) => {
      expect(parseNetwork(text)).toBeDefined();
    },
  );

  it.each([
    '',
    ...wordsOf(`
      / 10.0.0.0/ 10.0.0.0/33 10.0.0.0/-1 10.0.0.0/8/8 10.0.0.0/8.5 10.0.0.0/0x8 10.0.0 10.0.0.256 010.0.0.1
    `),
    ' 10.0.0.1',
    '::/129',
    'fe80::1%eth0',
    'example.com',
    '*',
  ])('should not take "%s" as a network', (text) => {
    expect(parseNetwork(text)).toBeUndefined();
  });
});
