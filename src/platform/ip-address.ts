import { isIP, isIPv6 } from 'node:net';

/** The IPv4 address inside an IPv4-mapped IPv6 one, as a dual-stack socket reports it. */
export function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? address;
}

/** One IPv6 customer usually has a whole /64, so that is what is counted. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

/** Turns a network in CIDR notation, or a single address, into its parts; null when it is neither. */
export function parseNetwork(
  text: string,
): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | null {
  const [address = '', prefixText, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || address.includes('%')) return null;
  const longest = version === 4 ? 32 : 128;
  if (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText)) return null;
  const prefix = prefixText === undefined ? longest : Number(prefixText);
  if (prefix > longest) return null;
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}
