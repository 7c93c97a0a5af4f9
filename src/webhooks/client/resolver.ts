import { promises as dns } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { isLocalhost } from './targets.ts';

/** Asks the name servers, not the C library: its look-ups would occupy the threads that photos are written with. */
export interface Resolver {
  /** All addresses of a host name, IPv4 first. */
  resolve(host: string, signal: AbortSignal): Promise<string[]>;
}

export class HostUnknownError extends Error {
  constructor() {
    super('The host name does not exist or has no address.');
    this.name = 'HostUnknownError';
  }
}

const HOSTS_FILE = '/etc/hosts';
const HOSTS_KEPT_MS = 10_000;
const LOOPBACK = ['127.0.0.1', '::1'];
const QUERY_LIMITS = { timeout: 2_000, tries: 3 };
const NO_SUCH_HOST = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];

export function createResolver(options: { servers?: string[]; hostsFile?: string } = {}): Resolver {
  const hosts = createHosts(options.hostsFile ?? HOSTS_FILE);

  return {
    async resolve(host, signal) {
      signal.throwIfAborted();
      if (isLocalhost(host)) return LOOPBACK;
      const known = (await hosts()).get(host.replace(/\.$/, '').toLowerCase());
      return known ?? ask(host, signal);
    },
  };

  async function ask(host: string, signal: AbortSignal): Promise<string[]> {
    signal.throwIfAborted();
    // One for each question: it knows the servers of this moment, and can be canceled alone.
    const resolver = new dns.Resolver(QUERY_LIMITS);
    if (options.servers !== undefined) resolver.setServers(options.servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      signal.throwIfAborted();
      return addressesIn(results);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }
}

function addressesIn(results: PromiseSettledResult<string[]>[]): string[] {
  const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (addresses.length > 0) return addresses;
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  throw errors.find(({ code }) => !NO_SUCH_HOST.includes(code)) ?? new HostUnknownError();
}

/** The names in the hosts file, in which containers and operators name their neighbors. */
function createHosts(file: string): () => Promise<Map<string, string[]>> {
  let names: Promise<Map<string, string[]>> | undefined;
  let readAt = 0;
  return () => {
    const now = performance.now();
    if (names === undefined || now - readAt > HOSTS_KEPT_MS) {
      readAt = now;
      names = readFile(file, 'utf8').then(namesIn, () => new Map());
    }
    return names;
  };
}

function namesIn(text: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const alias of aliases.map((name) => name.toLowerCase())) {
      names.set(alias, [...(names.get(alias) ?? []), address]);
    }
  }
  return names;
}
