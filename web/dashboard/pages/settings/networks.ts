const ADDRESS_BITS = 128;
/** Where IPv4 addresses lie among those of IPv6: ::ffff:0:0/96. */
const MAPPED = 0xffffn << 32n;

interface Network {
  address: bigint;
  prefix: number;
}

/** One per line; commas and spaces divide too, as lists are pasted from anywhere. */
export function networksOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '');
}

/** What is no network of the list; the server has the last word. */
export function faultsOf(networks: readonly string[]): string[] {
  return networks.filter((network) => parseNetwork(network) === null);
}

export function includesAddress(networks: readonly string[], address: string): boolean {
  const own = parseNetwork(address);
  if (own === null) return false;
  return networks.some((text) => {
    const network = parseNetwork(text);
    if (network === null) return false;
    const rest = BigInt(ADDRESS_BITS - network.prefix);
    return network.address >> rest === own.address >> rest;
  });
}

function parseNetwork(text: string): Network | null {
  const [host = '', prefixText, ...rest] = text.split('/');
  if (rest.length > 0 || (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText))) return null;
  const isOld = !host.includes(':');
  const address = isOld ? parseVersion4(host) : parseVersion6(host);
  const bits = isOld ? 32 : ADDRESS_BITS;
  const prefix = prefixText === undefined ? bits : Number(prefixText);
  if (address === null || prefix > bits) return null;
  return isOld ? { address: MAPPED + address, prefix: prefix + ADDRESS_BITS - 32 } : { address, prefix };
}

function parseVersion4(host: string): bigint | null {
  const parts = host.split('.');
  const isWhole =
    parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
  return isWhole ? parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n) : null;
}

/** The browser's own parser knows every way to write one. */
function parseVersion6(host: string): bigint | null {
  if (!/^[0-9a-f:.]+$/i.test(host) || !isUrl(`http://[${host}]`)) return null;
  const [before = '', after] = new URL(`http://[${host}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const [head, tail] = [groups(before), groups(after ?? '')];
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

function isUrl(text: string): boolean {
  try {
    return new URL(text) !== null;
  } catch {
    return false;
  }
}
