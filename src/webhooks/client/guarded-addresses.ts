import { isIP } from 'node:net';
import { networkList } from '../../platform/ip-address.ts';

/** What IANA's registry of special addresses, and clouds, keep from the public internet. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT, a cloud's metadata
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's host, for its guests only
  '169.254.0.0/16', // link-local, metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments, a cloud's metadata
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
];

const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '3fff::/20', // documentation
];

/** A NAT64 calls the IPv4 address in the last four bytes. */
const NAT64 = '64:ff9b::';
const NAT64_BITS = 96;

/** All other IPv6 is reserved, local or multicast. */
const GLOBAL = networkList(['0.0.0.0/0', '2000::/3', `${NAT64}/${NAT64_BITS}`]);
const SPECIAL = networkList([...SPECIAL_IPV4, ...SPECIAL_IPV4.map(behindNat64), ...SPECIAL_IPV6]);

/** Whether this IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  // A zone makes sense for local addresses only.
  return !address.includes('%') && GLOBAL.includes(address) && !SPECIAL.includes(address);
}

/** The IP address that a URL's `hostname` is, if it is one. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}

function behindNat64(network: string): string {
  const [address, prefix] = network.split('/');
  return `${NAT64}${address}/${NAT64_BITS + Number(prefix)}`;
}
