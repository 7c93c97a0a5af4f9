import { isIP, isIPv6 } from 'node:net';

/** The IPv4 address inside an IPv4-mapped IPv6 one, in the form of a dual-stack socket or in hexadecimal. */
export function plainAddress(address: string): string {
  const [, dotted, high, low] = MAPPED.exec(address) ?? [];
  if (dotted !== undefined) return dotted;
  if (high === undefined || low === undefined) return address;
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}

const MAPPED = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i;

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
