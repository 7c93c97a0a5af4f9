import { isIP, isIPv4, isIPv6 } from 'node:net';

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
].map(networkOf);

/** All else is reserved, local or multicast. */
const GLOBAL_IPV6 = networkOf('2000::/3');

const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '3fff::/20', // documentation
].map(networkOf);

/** They stand for the IPv4 address in their last four bytes: mapped, and translated by a NAT64. */
const EMBEDDED_IPV4 = ['::ffff:0:0/96', '64:ff9b::/96'].map(networkOf);

interface Network {
  bytes: number[];
  prefix: number;
}

/** Whether this IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return isPublicIpv4(bytesOfIpv4(address));
  // A zone makes sense for local addresses only.
  if (!isIPv6(address) || address.includes('%')) return false;
  const bytes = bytesOfIpv6(address);
  if (isInOneOf(EMBEDDED_IPV4, bytes)) return isPublicIpv4(bytes.slice(12));
  return isIn(GLOBAL_IPV6, bytes) && !isInOneOf(SPECIAL_IPV6, bytes);
}

/** The IP address that a URL's `hostname` is, if it is one. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}

function isPublicIpv4(bytes: number[]): boolean {
  return !isInOneOf(SPECIAL_IPV4, bytes);
}

function isInOneOf(networks: Network[], bytes: number[]): boolean {
  return networks.some((network) => isIn(network, bytes));
}

function isIn({ bytes: start, prefix }: Network, bytes: number[]): boolean {
  return start.every((byte, index) => {
    const bits = Math.min(Math.max(prefix - index * 8, 0), 8);
    return (byte ^ (bytes[index] ?? 0)) >> (8 - bits) === 0;
  });
}

function networkOf(text: string): Network {
  const [address = '', prefix] = text.split('/');
  return { bytes: isIPv4(address) ? bytesOfIpv4(address) : bytesOfIpv6(address), prefix: Number(prefix) };
}

function bytesOfIpv4(address: string): number[] {
  return address.split('.').map(Number);
}

function bytesOfIpv6(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const before = bytesOfGroups(head);
  const after = bytesOfGroups(tail ?? '');
  return [...before, ...Array<number>(16 - before.length - after.length).fill(0), ...after];
}

function bytesOfGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return bytesOfIpv4(group);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
