import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultOfUrl, isPublicAddress, type TargetRules } from '../../src/webhooks/client/targets.ts';
import { wordsOf } from '../helpers/words.ts';

const STRICT: TargetRules = { allowPrivateNetworks: false, requireHttps: true };
const OPEN: TargetRules = { allowPrivateNetworks: true, requireHttps: false };
const NOT_PUBLIC = /^Must be a public address/;

/** First and last address of every range that no one on the internet has. */
const SPECIAL_IPV4: [first: string, last: string][] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
];

const ALL_ONES = 'ffff:ffff:ffff:ffff:ffff:ffff';
const SPECIAL_IPV6: [first: string, last: string][] = [
  // Everything below 2000::, but for the two forms that stand for an IPv4 address.
  ['::', '::fffe:ffff:ffff'],
  ['::1:0:0:0', '64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['64:ff9b::1:0:0', `1fff:ffff:${ALL_ONES}`],
  ['2001::', `2001:1ff:${ALL_ONES}`],
  ['2001:db8::', `2001:db8:${ALL_ONES}`],
  ['2002::', `2002:ffff:${ALL_ONES}`],
  ['3fff::', `3fff:fff:${ALL_ONES}`],
  ['4000::', `ffff:ffff:${ALL_ONES}`],
];

const PUBLIC_IPV4 = wordsOf(`
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 168.63.129.15
  168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.167.255.255
  192.169.0.0 198.17.255.255 198.20.0.0 203.0.112.255 203.0.114.0 223.255.255.255
`);

const PUBLIC_IPV6 = wordsOf(`
  2000::1 2001:200::1 2001:4860:4860::8888 2001:db7:ffff::1 2001:db9::1 2003::1 2606:4700:4700::1111
  2a00:1450:4001:82f::200e 3fff:1000::1 3ffe:ffff::1
`);

const toBits = (address: string) =>
  BigInt(`0x${Buffer.from(address.split('.').map(Number)).toString('hex')}`);
const toIpv4 = (bits: bigint) => [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 0xffn).join('.');
const groupsOf = (half: string) => half.split(':').filter(Boolean);

function toBits6(address: string): bigint {
  const [head = [], tail = []] = address.split('::').map(groupsOf);
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n);
}

function toIpv6(bits: bigint): string {
  return Array.from({ length: 8 }, (_, index) =>
    ((bits >> BigInt(112 - index * 16)) & 0xffffn).toString(16),
  ).join(':');
}

const within = (ranges: [bigint, bigint][]) =>
  fc.oneof(...ranges.map(([min, max]) => fc.bigInt({ min, max })));
const special4 = SPECIAL_IPV4.map(([a, b]): [bigint, bigint] => [toBits(a), toBits(b)]);
const special6 = SPECIAL_IPV6.map(([a, b]): [bigint, bigint] => [toBits6(a), toBits6(b)]);
const isWithin = (ranges: [bigint, bigint][], bits: bigint) =>
  ranges.some(([a, b]) => a <= bits && bits <= b);

/** Every way an IPv6 address carries an IPv4 one that is then called. */
function carriers(bits: bigint): string[] {
  const [high, low] = [(bits >> 16n).toString(16), (bits & 0xffffn).toString(16)];
  return [
    `::ffff:${toIpv4(bits)}`,
    `::FFFF:${high}:${low}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b::${toIpv4(bits)}`,
  ];
}

/** In every spelling that leads to the same address. */
const PRIVATE_HOSTS = `
  127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 017700000001 0177.0.0.1 0 127.0.0.1.
  127.0.0.1%2e %31%32%37.1 １２７.0.0.1 127。0。0。1 10.0.0.1 192.168.1.1 169.254.169.254 2852039166
  0xA9FEA9FE 100.100.100.200 168.63.129.16 224.0.0.1 255.255.255.255 [::] [::1] [0:0:0:0:0:0:0:1]
  [::127.0.0.1] [::ffff:127.0.0.1] [::FFFF:7F00:1] [::ffff:0:7f00:1] [64:ff9b::127.0.0.1]
  [64:ff9b:1::1] [2002:7f00:1::] [2001:0:4136:e378:8000:63bf:3fff:fdd2] [2001:db8::1] [fe80::1]
  [fec0::1] [fc00::1] [fd00:ec2::254] [ff02::1] [100::1] [5f00::1] localhost LocalHost localhost.
  a.localhost a.b.LOCALHOST. ｌocalhost
`;

describe('an address', () => {
  it.each([...SPECIAL_IPV4, ...SPECIAL_IPV6])('should not be public from %s to %s', (first, last) => {
    expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false]);
  });

  it.each([...PUBLIC_IPV4, ...PUBLIC_IPV6])('should be public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '',
    ...wordsOf(`
      localhost example.com 1.1.1 1.1.1.1.1 256.1.1.1 0x7f.1 2130706433 1.1.1.1/8 fe80::1%eth0 2606:4700::1111%1
      [2606:4700::1111] ::: ::ffff:0:127.0.0.1 ::127.0.0.1 64:ff9b:1::8.8.8.8 2002:808:808::1
      2001:0:808:808::1 fd00:ec2::254 100.100.100.200
    `),
  ])('should not be public: %j', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('should never be public within a special range, in whatever form', () => {
    fc.assert(
      fc.property(within(special4), within(special6), (bits4, bits6) => {
        for (const address of [toIpv4(bits4), toIpv6(bits6), ...carriers(bits4)]) {
          expect(isPublicAddress(address), address).toBe(false);
        }
      }),
    );
  });

  it('should always be public outside of them, in whatever form', () => {
    const v4 = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }).filter((bits) => !isWithin(special4, bits));
    const v6 = fc
      .bigInt({ min: 2n ** 125n, max: 2n ** 126n - 1n })
      .filter((bits) => !isWithin(special6, bits));
    fc.assert(
      fc.property(v4, v6, (bits4, bits6) => {
        for (const address of [toIpv4(bits4), toIpv6(bits6), ...carriers(bits4)]) {
          expect(isPublicAddress(address), address).toBe(true);
        }
      }),
    );
  });
});

describe('a URL', () => {
  it.each([
    ...wordsOf(`
      https://example.com https://example.com/hooks?team=1 https://EXAMPLE.com./ https://example.com:8443/
      https://bücher.example/ https://xn--bcher-kva.example/ https://8.8.8.8/ https://134744072/
      https://[2606:4700:4700::1111]/ https://localhost.example.com/ https://notlocalhost/ https://a_b.c/
    `),
    `https://example.com/${'a'.repeat(1_980)}`,
  ])('should be right: %s', (url) => {
    expect(faultOfUrl(url, STRICT)).toBeUndefined();
  });

  it.each(wordsOf(PRIVATE_HOSTS))(
    'should be refused with the host %s, unless private networks are allowed',
    (host) => {
      expect(faultOfUrl(`https://${host}/hooks`, STRICT)).toMatch(NOT_PUBLIC);
      expect(faultOfUrl(`https://${host}/hooks`, OPEN)).toBeUndefined();
    },
  );

  it.each([
    '',
    'https://a b/',
    ' https://example.com/',
    'https://example.com/\n',
    'https://exam\tple.com/',
    ...wordsOf(`
      example.com /hooks https:// https:/// ftp://example.com/ file:///etc/passwd javascript:alert(1)
      ws://example.com/ unix:/run/x.sock https://[fe80::1%25eth0]/ https://1.2.3.4.5/ https://256.1.1.1/
      https://example.com:99999/ https://user@example.com/ https://user:word@example.com/
      https://:w@a.example/ https://example.com/#part https://example.com/#
    `),
    `https://example.com/${'a'.repeat(1_981)}`,
    ...[0, 1, 22, 25, 110, 143, 465, 587, 993, 2049, 6000, 6667, 10080].map(
      (port) => `http://example.com:${port}/`,
    ),
  ])('should be refused whatever is allowed: %j', (url) => {
    expect(faultOfUrl(url, OPEN)).toMatch(/^Must .+\.$/);
    expect(faultOfUrl(url, STRICT)).toMatch(/^Must .+\.$/);
  });

  it('should be refused over plain HTTP only where HTTPS is required', () => {
    expect(faultOfUrl('http://example.com/', STRICT)).toBe('Must start with https://.');
    expect(faultOfUrl('http://example.com:8080/', { ...STRICT, requireHttps: false })).toBeUndefined();
  });

  it('should never be let through with a literal that is not public', () => {
    fc.assert(
      fc.property(within(special4), within(special6), (bits4, bits6) => {
        const hosts = [
          String(bits4),
          `0x${bits4.toString(16)}`,
          `0${bits4.toString(8)}`,
          `[${toIpv6(bits6)}]`,
        ];
        for (const host of [...hosts, ...carriers(bits4).map((address) => `[${address}]`)]) {
          expect(faultOfUrl(`https://${host}/`, STRICT), host).toMatch(NOT_PUBLIC);
        }
      }),
    );
  });
});
