import type { IncomingMessage } from 'node:http';
import { parseAddress } from '../ip-address.ts';

/** Fastify's `trustProxy`. Without a proxy the socket's own address is taken, at no cost. */
export function trustedProxies(trust: number | string[]) {
  if (typeof trust !== 'number') return trust;
  return trust === 0 ? false : (_address: string, hop: number) => hop < trust;
}

/**
 * Leaves only addresses in `X-Forwarded-For`, before anything reads it. Proxies append on the right; what is left of an entry
 * that is no address (`unknown`, or whatever the client made up) cannot be relied on, so the client is the last address to
 * the right of it.
 */
export function cleanForwardedFor({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const header = headers['x-forwarded-for'];
  if (header === undefined) return;
  const addresses: string[] = [];
  for (const entry of String(header).split(',').reverse()) {
    const address = parseAddress(entry);
    if (address === undefined) break;
    addresses.unshift(address);
  }
  if (addresses.length === 0) delete headers['x-forwarded-for'];
  else headers['x-forwarded-for'] = addresses.join(', ');
}
