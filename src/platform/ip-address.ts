import { BlockList, isIP, isIPv4, isIPv6, SocketAddress } from 'node:net';
import { once } from './once.ts';

interface Network {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

/** The IPv4 address inside an IPv4-mapped IPv6 one, in the form of a dual-stack socket or in hexadecimal. */
export function plainAddress(address: string): string {
  if (!/^::ffff:/i.test(address) || !isIPv6(address)) return address;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  return /^::ffff:([\d.]+)$/.exec(canonical)?.[1] ?? address;
}

const MAX_ADDRESS_LENGTH = 60;

/** An address as proxies write it: with or without a port, an IPv6 one in brackets or not. Undefined when it is none. */
export function parseAddress(text: string): string | undefined {
  const trimmed = text.trim().slice(0, MAX_ADDRESS_LENGTH);
  const [, bracketed, withPort] = /^\[([^\]]+)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(trimmed) ?? [];
  const address = bracketed ?? withPort ?? trimmed;
  if (isIP(address) === 0 || address.includes('%')) return undefined;
  return plainAddress(isIPv6(address) ? canonicalIpv6(address) : address);
}

/** In the one form that is shown, so that the same address is always the same text. */
function canonicalIpv6(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

/** One IPv6 customer usually has a whole /64, so that is what is counted. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  return groupsOf(plain).slice(0, 4).join(':');
}

export function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const groups = groupsOf(canonicalIpv6(address));
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

/** All eight groups, also those that `::` stands for. */
function groupsOf(ipv6: string): string[] {
  const [head = [], tail = []] = ipv6.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail];
}

/** A network in CIDR notation, or a single address. Undefined when it is neither. */
export function parseNetwork(text: string): Network | undefined {
  const [, address = '', prefixText] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  const maxPrefix = version === 4 ? 32 : 128;
  const prefix = Number(prefixText ?? maxPrefix);
  if (version === 0 || prefix > maxPrefix) return undefined;
  return { address, prefix, family: familyOf(address) };
}

/** Says whether an address is in one of these networks. An IPv4-mapped one counts as IPv4, and a zone is ignored. */
export function networkList(networks: readonly string[]): { includes(address: string): boolean } {
  // Node needs ten milliseconds before the first IPv6 address, which a start can do without.
  const list = once(() => {
    const blockList = new BlockList();
    for (const text of networks) {
      const network = parseNetwork(text);
      if (network !== undefined) blockList.addSubnet(network.address, network.prefix, network.family);
    }
    return blockList;
  });
  return { includes: (address) => isIP(address) !== 0 && list().check(address, familyOf(address)) };
}

function familyOf(address: string): Network['family'] {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
