import { connect as connectTcp, isIPv6, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isPublicAddress, literalAddress } from './guarded-addresses.ts';
import type { Resolver } from './resolver.ts';
import { NOT_PUBLIC, type TargetRules } from './targets.ts';

export class BlockedTargetError extends Error {
  constructor() {
    super(NOT_PUBLIC);
    this.name = 'BlockedTargetError';
  }
}

export interface SocketRules {
  rules: TargetRules;
  resolver: Resolver;
  /** Trusted instead of the usual ones. */
  certificateAuthorities?: string[] | undefined;
}

/** How long one address may take before the next one is tried. */
const ADDRESS_ATTEMPT_MS = 2_000;

/** The addresses of a URL's host. One bad one among them is enough to refuse the host. */
export async function allowedAddresses(
  hostname: string,
  { rules, resolver }: Pick<SocketRules, 'rules' | 'resolver'>,
  signal: AbortSignal,
): Promise<string[]> {
  const literal = literalAddress(hostname);
  const addresses = literal === undefined ? await resolver.resolve(hostname, signal) : [literal];
  if (!rules.allowPrivateNetworks && !addresses.every(isPublicAddress)) throw new BlockedTargetError();
  return addresses;
}

/** A connection to one of the addresses that were checked: no one looks the name up again in between. */
export async function openSocket(
  origin: URL,
  socketRules: SocketRules,
  signal: AbortSignal,
  onAddress: (address: string) => void,
): Promise<Socket> {
  const addresses = await allowedAddresses(origin.hostname, socketRules, signal);
  signal.throwIfAborted();
  const isTls = origin.protocol === 'https:';
  const literal = literalAddress(origin.hostname);
  const host = literal ?? origin.hostname.replace(/\.$/, '');
  const options = {
    host,
    port: Number(origin.port || (isTls ? 443 : 80)),
    lookup: lookupOf(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
    noDelay: true,
  };
  const socket = isTls
    ? connectTls({
        ...options,
        ALPNProtocols: ['http/1.1'],
        rejectUnauthorized: true,
        ...(literal === undefined ? { servername: host } : {}),
        ...(socketRules.certificateAuthorities === undefined
          ? {}
          : { ca: socketRules.certificateAuthorities }),
      })
    : connectTcp(options);
  socket.once('connect', () => onAddress(socket.remoteAddress ?? ''));
  await opened(socket, isTls ? 'secureConnect' : 'connect', signal);
  return socket;
}

function opened(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => socket.destroy(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    socket.once(event, () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    // Also keeps an error between this moment and the first request from ending the process.
    socket.on('error', reject);
    socket.once('close', () => {
      signal.removeEventListener('abort', abort);
      reject(new Error('The connection was closed.'));
    });
  });
}

function lookupOf(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, done) => {
    const [first] = found;
    if (options.all === true) done(null, found);
    else done(null, first?.address ?? '', first?.family ?? 4);
  };
}
