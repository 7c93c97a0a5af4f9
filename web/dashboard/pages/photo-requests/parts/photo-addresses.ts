import { ownAddress } from '../../../api/own-address.ts';

/** An address is given up so long before it ends, while the page that shows it may stay open. */
const MARGIN_MS = 10 * 60_000;
const kept = new Map<string, string>();

/**
 * Every read gives a photo a new address; kept as it was first read, the picture stays in the browser's store instead
 * of being fetched again whenever something happens.
 */
export function stableAddress(url: string, now = Date.now()): string {
  const address = ownAddress(url);
  const file = new URL(address, 'http://localhost').pathname;
  const known = kept.get(file);
  if (known !== undefined && expiryOf(known) > now + MARGIN_MS) return known;
  kept.set(file, address);
  return address;
}

function expiryOf(address: string): number {
  return Number(new URL(address, 'http://localhost').searchParams.get('expires')) * 1000;
}
