import { BlockList, isIP } from 'node:net';
import { parseNetwork, plainAddress } from '../platform/ip-address.ts';

export function isAllowed(networks: readonly string[], address: string): boolean {
  const plain = plainAddress(address);
  const version = isIP(plain);
  if (version === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const parsed = parseNetwork(network);
    if (parsed !== null) list.addSubnet(parsed.address, parsed.prefix, parsed.family);
  }
  return list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}
