import type { IncomingMessage } from 'node:http';
import { networkList, parseAddress } from '../ip-address.ts';
import type { Log } from '../log.ts';

const PRIVATE = networkList([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '::1',
  'fc00::/7',
]);

export const UNDECLARED_PROXY =
  'Calls come through a proxy, but TRUST_PROXY is not set, so all clients share one address and its limits.';

/** Without TRUST_PROXY: warns once of a proxy beside this server. From elsewhere anyone can send its header. */
export function createProxyWarning(log: Pick<Log, 'warn'>) {
  let hasWarned = false;
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): void => {
    if (hasWarned || headers['x-forwarded-for'] === undefined) return;
    if (!PRIVATE.includes(socket.remoteAddress ?? '')) return;
    hasWarned = true;
    log.warn(UNDECLARED_PROXY);
  };
}

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
